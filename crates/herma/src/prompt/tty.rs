//! The terminal itself: `/dev/tty`, so that standard input and output stay free for pipes.
//!
//! Whatever way out is taken (an answer, an error, a panic, a signal), dropping [`Tty`] puts the terminal back as it was.

use crate::signals::Watch;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
    tcgetwinsize, tcsetattr,
};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::BorrowedFd;
use std::time::Duration;

/// How the keyboard is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Each key at once, and none of them echoed.
    Keys,
    /// The same, with the whole screen for it.
    Screen,
    /// A line at a time, edited by the terminal itself.
    Lines,
}

#[derive(Debug)]
pub struct Tty {
    file: File,
    reading: Reading,
    before: Termios,
    /// Written when it is over.
    farewell: &'static str,
    pub signals: Watch,
}

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    Bytes(Vec<u8>),
    /// Time is up, or a signal came.
    Nothing,
    /// The terminal is gone.
    Closed,
}

impl Tty {
    pub fn open(reading: Reading) -> io::Result<Tty> {
        let file = File::options().read(true).write(true).open("/dev/tty")?;
        let before = tcgetattr(&file)?;
        let farewell = match reading {
            Reading::Keys => super::paint::END,
            Reading::Screen => super::paint::END_SCREEN,
            Reading::Lines => "",
        };
        let tty = Tty { file, reading, before, farewell, signals: Watch::start()? };
        tty.set_modes()?;
        Ok(tty)
    }

    /// Sets the modes, and forgets what was typed so far.
    pub fn set_modes(&self) -> io::Result<()> {
        let mut modes = self.before.clone();
        match self.reading {
            Reading::Keys | Reading::Screen => {
                // Output stays as it was: a stray line of another program must not run down like stairs.
                modes.local_modes &=
                    !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
                modes.input_modes &= !(InputModes::IXON | InputModes::ICRNL);
                modes.special_codes[SpecialCodeIndex::VMIN] = 1;
                modes.special_codes[SpecialCodeIndex::VTIME] = 0;
            }
            Reading::Lines => {
                modes.local_modes |= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
                modes.input_modes |= InputModes::ICRNL;
            }
        }
        Ok(tcsetattr(&self.file, OptionalActions::Flush, &modes)?)
    }

    /// Throws away what was typed and not read.
    pub fn forget_input(&self) {
        // A terminal that cannot do this cannot be read either, which is noticed at once.
        let _ = tcflush(&self.file, QueueSelector::IFlush);
    }

    /// Columns and rows, as the terminal reports them: both may be 0.
    pub fn size(&self) -> (usize, usize) {
        match tcgetwinsize(&self.file) {
            Ok(size) => (usize::from(size.ws_col), usize::from(size.ws_row)),
            Err(_) => (0, 0),
        }
    }

    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }

    /// Waits for keys, no longer than this.
    pub fn read(&mut self, wait: Duration) -> Input {
        self.read_or(wait, None)
    }

    /// The same, and no longer than until something is to be read elsewhere.
    pub fn read_or(&mut self, wait: Duration, elsewhere: Option<BorrowedFd<'_>>) -> Input {
        let wait = Timespec::try_from(wait).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        let mut polled = vec![PollFd::new(&self.file, PollFlags::IN)];
        polled.extend(elsewhere.iter().map(|other| PollFd::new(other, PollFlags::IN)));
        match poll(&mut polled, Some(&wait)) {
            Ok(0) | Err(Errno::INTR | Errno::AGAIN) => return Input::Nothing,
            Ok(_) if polled.first().is_none_or(|own| own.revents().is_empty()) => return Input::Nothing,
            Ok(_) => {}
            Err(_) => return Input::Closed,
        }
        let mut bytes = vec![0; 4096];
        match self.file.read(&mut bytes) {
            Ok(0) => Input::Closed,
            Ok(count) => {
                bytes.truncate(count);
                Input::Bytes(bytes)
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {
                Input::Nothing
            }
            Err(_) => Input::Closed,
        }
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // Nobody is left to tell if one of these fails: then the terminal is gone. What was typed and not read was meant for
        // the prompt, not for the shell behind it.
        let _ = self.file.write_all(self.farewell.as_bytes());
        let _ = tcsetattr(&self.file, OptionalActions::Flush, &self.before);
    }
}
