//! The last word: whatever happens to this process, the agent reads a deny.
//!
//! To most agents a hook that dies says yes. So the deny is prepared before anything can go wrong, and signal
//! handlers on a stack of their own write it if the process is ended, crashes or runs out of stack. Whoever
//! speaks first, a handler or the hook, is the only one who speaks.
//!
//! Signal handlers cannot be had without unsafe code: it is in here and in `signals.rs`. `relay.rs` and `pool.rs` have
//! some, too; nothing else in Herma does.

#![allow(unsafe_code)]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// What ends a process, from outside or by its own fault.
const SIGNALS: [libc::c_int; 8] = [
    libc::SIGTERM,
    libc::SIGINT,
    libc::SIGHUP,
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGABRT,
    libc::SIGILL,
    libc::SIGFPE,
];

/// Room for a handler when the thread's own stack is used up.
const STACK_SIZE: usize = 64 * 1024;

/// "Blocked", in the convention that every agent shares: exit 2, with a word on stderr.
const EXIT_BLOCKED: libc::c_int = 2;

/// A leaked slice: whoever has once seen it may read it for ever.
static DENY: AtomicPtr<&'static [u8]> = AtomicPtr::new(ptr::null_mut());
static SPOKEN: AtomicBool = AtomicBool::new(false);

/// What the handlers would say from now on: everything that would be written to stdout.
pub fn prepare(deny: Vec<u8>) {
    let deny: &'static [u8] = Vec::leak(deny);
    DENY.store(Box::leak(Box::new(deny)), Ordering::SeqCst);
}

/// Prepares the deny and sets the handlers.
pub fn arm(deny: Vec<u8>) {
    // INVARIANT: there is something to say before any handler is set.
    prepare(deny);
    guard_this_thread();
    for signal in SIGNALS {
        // SAFETY: the action is fully initialised; the handler only uses async-signal-safe calls.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as usize;
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigfillset(&raw mut action.sa_mask);
            libc::sigaction(signal, &raw const action, ptr::null_mut());
        }
    }
    // SAFETY: ignoring a signal has no preconditions. A closed pipe then is an error to be handled.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// Gives the calling thread a stack for handlers, so that they run even when its own is used up.
pub fn guard_this_thread() {
    // Never freed: the thread lives as long as the process, and a handler may need it at any time. Mapped rather than
    // allocated: no page of it is touched unless a handler runs.
    // SAFETY: a new mapping of its own, which nobody else knows of.
    let stack = unsafe {
        let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        libc::mmap(ptr::null_mut(), STACK_SIZE, rights, kind, -1, 0)
    };
    let stack = match stack == libc::MAP_FAILED {
        true => Box::leak(vec![0_u8; STACK_SIZE].into_boxed_slice()).as_mut_ptr().cast(),
        false => stack,
    };
    let described = libc::stack_t { ss_sp: stack, ss_flags: 0, ss_size: STACK_SIZE };
    // SAFETY: the memory is valid for `STACK_SIZE` bytes, and never given back.
    unsafe {
        libc::sigaltstack(&raw const described, ptr::null_mut());
    }
}

extern "C" fn on_signal(signal: libc::c_int) {
    let by_own_fault =
        matches!(signal, libc::SIGSEGV | libc::SIGBUS | libc::SIGABRT | libc::SIGILL | libc::SIGFPE);
    if SPOKEN.swap(true, Ordering::SeqCst) {
        if by_own_fault {
            // Somebody else is speaking, or has spoken; a fault cannot be returned from.
            // SAFETY: `_exit` is async-signal-safe and does not return.
            unsafe { libc::_exit(EXIT_BLOCKED) }
        }
        return;
    }
    // SAFETY: `arm` stored a leaked slice before it set this handler, and only such are ever stored;
    // `write_all_or_exit` and `_exit` are async-signal-safe.
    unsafe {
        write_all_or_exit(*DENY.load(Ordering::SeqCst));
        libc::_exit(0)
    }
}

/// One heap for all threads: a second one is grown page by page, which costs a hook more than judging does.
pub fn one_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: called before any other thread exists.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Says this, if nobody has spoken yet, and ends the process. Nothing runs after it, not even destructors.
pub fn say_and_exit(bytes: &[u8]) -> ! {
    if SPOKEN.swap(true, Ordering::SeqCst) {
        // Another thread's handler is speaking and will end the process.
        loop {
            std::thread::park();
        }
    }
    if !bytes.is_empty() && nobody_listens() {
        blocked();
    }
    write_all_or_exit(bytes);
    // SAFETY: ends the process at once; no Rust state is used afterwards.
    unsafe { libc::_exit(0) }
}

/// Standard output was closed when we were started: Rust puts /dev/null there, which takes any answer and tells nobody.
fn nobody_listens() -> bool {
    let mut stat = std::mem::MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: `fstat` fills the struct or fails; zeroed, it is valid either way.
    let stat = unsafe {
        libc::fstat(libc::STDOUT_FILENO, stat.as_mut_ptr());
        stat.assume_init()
    };
    let is_device = stat.st_mode & libc::S_IFMT == libc::S_IFCHR;
    // SAFETY: as above, for a path that is a static string.
    let null = unsafe {
        let mut null = std::mem::MaybeUninit::<libc::stat>::zeroed();
        libc::stat(c"/dev/null".as_ptr(), null.as_mut_ptr());
        null.assume_init()
    };
    is_device && stat.st_rdev == null.st_rdev
}

/// The last resort of every dialect: a text on standard error, and the exit code that blocks.
fn blocked() -> ! {
    const COMPLAINT: &[u8] = b"herma: the answer could not be written, so this is blocked\n";
    // SAFETY: a static slice; `_exit` is async-signal-safe.
    unsafe {
        libc::write(libc::STDERR_FILENO, COMPLAINT.as_ptr().cast(), COMPLAINT.len());
        libc::_exit(EXIT_BLOCKED)
    }
}

fn write_all_or_exit(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the pointer and length come from one slice.
        let wrote = unsafe { libc::write(libc::STDOUT_FILENO, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(wrote) {
            Ok(wrote) if wrote > 0 => bytes = bytes.get(wrote..).unwrap_or_default(),
            _ if interrupted() => {}
            _ => {
                blocked();
            }
        }
    }
}

fn interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}
