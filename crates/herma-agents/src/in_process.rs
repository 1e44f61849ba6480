//! What plugins inside an agent's process have in common: how they ask Herma, in time, whatever becomes of it.

/// `ask(text, command, within)`: what the command said to this text. It rejects when the command fails, and after that time
/// even if something that the command has started keeps its output open for ever: a pipe that nobody closes must not be a
/// call that nobody answers.
pub(crate) const ASK: &str = r#"const BROKEN = "herma: its hook is missing or was killed, so this was not run; see `herma doctor`"
const LATE = "herma: its hook came to no answer in time, so this was not run; see `herma doctor`"

const ask = (text, command, within) =>
  new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "pipe", "ignore"] })
    const end = (error, said) => {
      clearTimeout(late)
      child.stdout?.destroy()
      error ? reject(error) : resolve(said)
    }
    const late = setTimeout(() => {
      child.kill("SIGKILL")
      child.unref()
      end(new Error(LATE))
    }, within)
    let said = ""
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (piece) => (said += piece))
    child.stdin.on("error", () => {})
    child.on("error", () => end(new Error(BROKEN)))
    child.on("close", (code) => (code === 0 ? end(null, said) : end(new Error(BROKEN))))
    child.stdin.end(text)
  })
"#;
