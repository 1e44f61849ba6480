//! The process table, from `/proc`, read only for what stops processes.

use herma_core::Answer;

#[cfg(not(target_os = "linux"))]
pub(super) fn holders(_: &str) -> Answer {
    Answer::Unknown
}

#[cfg(target_os = "linux")]
pub(super) fn holders(port: &str) -> Answer {
    match port.parse().ok().and_then(linux::holders) {
        Some(found) if found.is_empty() => Answer::Missing,
        Some(found) => Answer::Text(found.join(" ")),
        None => Answer::Unknown,
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn table() -> Answer {
    // There is no /proc: what a kill would hit is unknown, and placed as the worst.
    Answer::Unknown
}

#[cfg(target_os = "linux")]
pub(super) fn table() -> Answer {
    match linux::read_table() {
        Some(processes) => Answer::Processes(processes),
        None => Answer::Unknown,
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use herma_core::world::Process;
    use std::collections::HashMap;
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// What is matched by a pattern is at the beginning; some programs have command lines of megabytes.
    const COMMAND_MAX: u64 = 4096;
    /// Longer than any chain of parents.
    const CHAIN_MAX: usize = 1024;

    pub(super) fn read_table() -> Option<Vec<Process>> {
        let mut processes: Vec<Process> = fs::read_dir("/proc")
            .ok()?
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter_map(read_process)
            .collect();
        let own = i32::try_from(std::process::id()).ok()?;
        mark_host(&mut processes, own);
        // A table that does not hold ourselves is not one to rely on.
        processes.iter().any(|p| p.myself).then_some(processes)
    }

    /// Who holds a socket with this port on either end. What another user's process holds is there, but not whose it is: `?`.
    pub(super) fn holders(port: u16) -> Option<Vec<String>> {
        let mut open = Vec::new();
        for (file, required) in [("tcp", true), ("tcp6", false), ("udp", false), ("udp6", false)] {
            match fs::read_to_string(format!("/proc/net/{file}")) {
                Ok(table) => open.extend(table.lines().skip(1).filter_map(|line| socket_with(line, port))),
                Err(_) if required => return None,
                Err(_) => {}
            }
        }
        if open.is_empty() {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let pids =
            fs::read_dir("/proc").ok()?.filter_map(|e| e.ok()?.file_name().to_str()?.parse::<i32>().ok());
        for pid in pids {
            let Ok(files) = fs::read_dir(format!("/proc/{pid}/fd")) else { continue };
            let held: Vec<String> = files
                .filter_map(|f| fs::read_link(f.ok()?.path()).ok()?.to_str().map(str::to_owned))
                .filter(|link| open.contains(link))
                .collect();
            if !held.is_empty() {
                found.push(pid.to_string());
                seen.extend(held);
            }
        }
        found.extend(open.iter().filter(|link| !seen.contains(*link)).map(|_| "?".to_owned()));
        Some(found)
    }

    /// A line of `/proc/net/tcp`: its socket as `/proc/PID/fd` shows it, if one of its ends has this port. A connection that is
    /// winding down belongs to nobody any more.
    pub(super) fn socket_with(line: &str, port: u16) -> Option<String> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let end = |at: usize| u16::from_str_radix(fields.get(at)?.rsplit_once(':')?.1, 16).ok();
        let inode = fields.get(9).filter(|inode| **inode != "0")?;
        (end(1) == Some(port) || end(2) == Some(port)).then(|| format!("socket:[{inode}]"))
    }

    /// `None` for a process that ended while it was being read.
    fn read_process(pid: i32) -> Option<Process> {
        let folder = format!("/proc/{pid}");
        let uid = fs::metadata(&folder).ok()?.uid();
        let stat = fs::read(format!("{folder}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // `pid (name) state ppid pgrp …`: the name may hold spaces and brackets, so look from the right.
        let (head, tail) = stat.rsplit_once(')')?;
        let name = head.split_once('(')?.1.to_owned();
        let mut fields = tail.split_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        let command = command_line(Path::new(&folder)).unwrap_or_default();
        Some(Process { pid, parent, group, name, command, uid, host: false, myself: false })
    }

    fn command_line(folder: &Path) -> Option<String> {
        let mut bytes = Vec::new();
        fs::File::open(folder.join("cmdline")).ok()?.take(COMMAND_MAX).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        Some(text.trim_end_matches('\0').replace('\0', " "))
    }

    /// Ourselves and everything that carries us, up to the first process.
    pub(super) fn mark_host(processes: &mut [Process], own: i32) {
        let parents: HashMap<i32, i32> = processes.iter().map(|p| (p.pid, p.parent)).collect();
        let mut chain = Vec::new();
        let mut next = Some(own);
        while let Some(pid) = next.filter(|pid| *pid > 0 && chain.len() < CHAIN_MAX) {
            chain.push(pid);
            next = parents.get(&pid).copied();
        }
        for process in processes {
            process.host = chain.contains(&process.pid);
            process.myself = process.pid == own;
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn it_finds_itself_and_what_carries_it() {
            let table = read_table().unwrap();
            let own: Vec<&Process> = table.iter().filter(|p| p.myself).collect();
            assert_eq!(own.len(), 1);
            assert!(own[0].host);
            let parent = table.iter().find(|p| p.pid == own[0].parent);
            assert!(parent.is_none_or(|p| p.host), "{parent:?}");
            assert!(!own[0].name.is_empty());
            assert!(own[0].command.contains("herma"), "{}", own[0].command);
        }

        #[test]
        fn the_holder_of_a_port_is_found_and_nobody_once_it_is_closed() {
            let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            assert_eq!(holders(port), Some(vec![std::process::id().to_string()]));
            drop(listener);
            assert_eq!(holders(port), Some(Vec::new()));
        }

        #[test]
        fn a_socket_counts_by_the_port_on_either_end() {
            let line = "   0: 0100007F:0BB8 0100007F:D431 01 0:0 0:0 0 1000 0 77 1";
            assert_eq!(socket_with(line, 3000), Some("socket:[77]".to_owned()));
            assert_eq!(socket_with(line, 0xD431), Some("socket:[77]".to_owned()));
            assert_eq!(socket_with(line, 3001), None);
            assert_eq!(socket_with(&line.replace(" 77 ", " 0 "), 3000), None);
        }

        #[test]
        fn a_chain_that_bites_its_tail_ends() {
            let mut table = vec![
                Process {
                    pid: 5,
                    parent: 6,
                    group: 5,
                    name: String::new(),
                    command: String::new(),
                    uid: 0,
                    host: false,
                    myself: false,
                };
                2
            ];
            table[1].pid = 6;
            table[1].parent = 5;
            mark_host(&mut table, 5);
            assert!(table.iter().all(|p| p.host));
        }
    }
}
