//! The near end of the socket, for whoever answers or looks.

use super::places::Places;
use super::wire;
use serde_json::Value;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The service answers in milliseconds, or it hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// One question to the service, one answer. An error is a sentence for a person.
pub(super) fn call(places: &Places, message: &Value) -> Result<Value, String> {
    let socket = places.socket();
    let lost = |e: std::io::Error| {
        format!(
            "the service of level 1 does not answer at `{}`: {e}; `herma doctor` says more",
            socket.display()
        )
    };
    let mut stream = UnixStream::connect(&socket).map_err(lost)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(lost)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(lost)?;
    wire::send(&mut stream, message).map_err(lost)?;
    let answer = wire::receive(&mut stream).map_err(lost)?;
    match wire::text(&answer, "error") {
        Some(error) => Err(error.to_owned()),
        None => Ok(answer),
    }
}
