//! Past every bound the answer is "unknown", never nothing: each construct is nested around `rm -rf /`, and each list is
//! made longer than what is looked at, and none of it may be allowed.

use crate::policy::Policy;
use crate::verdict::Decision;
use crate::world::TableWorld;
use crate::{ToolCall, judge};

const DANGER: &str = "rm -rf /";

/// One level around what is inside. `{}` is the inner text as it is; between single quotes, double quotes, as a string of
/// JSON, within backticks, in base64, in hexadecimal digits, backwards: `{s}`, `{d}`, `{j}`, `{t}`, `{b}`, `{x}`, `{r}`.
/// `{n}` is the number of the level.
#[rustfmt::skip]
const WRAPS: &[&str] = &[
    "bash <<'E{n}'\n{}\nE{n}\n", "cat <<E{n}\n$({})\nE{n}\n", "cat <<-E{n}\n\t$({})\n\tE{n}\n", "cat <<'E{n}' | sh\n{}\nE{n}\n",
    "cat > s{n}.sh <<'E{n}'\n{}\nE{n}\nbash s{n}.sh\n", "make -f - <<'E{n}'\na:\n\t{}\nE{n}\n", "bash <<< {s}",
    "echo $({})", "echo \"$({})\"", "$({})", "echo `{t}`", "echo ${x:-$({})}", "echo ${x#$({})}", "echo ${x/a/$({})}", "echo ${x:$({})}",
    "echo ${x[$({})]}", "echo $((a[$({})]))", "((a[$({})]))", "x[$({})]=1", "x=($({}))", "x=$({})", "[[ -n $({}) ]]", "cat <({})",
    "true > >({})", "cat =({})", "( {} )", "{ {}; }", "if true; then {}; fi", "if {}; then :; fi", "if false; then :; elif {}; then :; fi",
    "if true; then :; else {}; fi", "for i in a; do {}; done", "for i in $({}); do :; done", "for ((i=0;i<1;i++)); do {}; done",
    "while true; do {}; done", "until {}; do :; done", "case x in x) {};; esac", "case $({}) in x) ;; esac", "select i in a; do {}; done",
    "f{n}() { {}; }; f{n}", "function f{n} { {}; }; f{n}", "coproc { {}; }", "time {}", "! {}", "true | {}", "true && {}", ":; {}",
    "{ {}; } &", "sudo {}", "env {}", "env A=1 {}", "nohup {}", "nice {}", "timeout 5 {}", "command {}", "builtin command {}", "exec {}",
    "setsid {}", "stdbuf -oL {}", "xargs {}", "xargs -n1 {}", "doas {}", "ionice -c3 {}", "flock /tmp/l {}", "strace {}", "watch {}",
    "busybox {}", "eval {}", "eval {s}", "eval {d}", "bash -c {s}", "sh -c {d}", "su -c {s}", "sudo bash -c {s}", "trap {s} EXIT",
    "find . -exec {} \\;", "find . -exec sh -c {s} \\;", "echo a | xargs sh -c {s}", "ssh h {s}", "tmux new -d {s}", "emulate sh -c {s}",
    "python3 -c 'import os; os.system({j})'", "node -e 'require(`child_process`).execSync({j})'", "perl -e 'system({j})'",
    "ruby -e 'system({j})'", "awk 'BEGIN { system({j}) }'", "echo {b} | base64 -d | sh", "eval \"$(echo {b} | base64 -d)\"",
    "echo {x} | xxd -r -p | bash", "echo {r} | rev | sh", "printf %s {s} | sh", "x={s}; eval \"$x\"", "x={s}; echo \"${x@P}\"; eval \"$x\"",
    "compgen -W '$({})'", "git -c alias.x='!{}' x",
];

/// Something long: what comes first, what is repeated (`{i}` is the number, `{k}` the next one), what comes last (`{n}` is
/// how often).
#[rustfmt::skip]
const CHAINS: &[(&str, &str, &str)] = &[
    ("shopt -s expand_aliases\nalias a0='rm -rf /'\n", "alias a{k}=a{i}\n", "a{n}"),
    ("shopt -s expand_aliases\nalias l='rm -rf /'\nalias e='env '\n", "e ", "l"),
    ("f0() { rm -rf /; }\n", "f{k}() { f{i}; }\n", "f{n}"),
    ("x0='rm -rf /'\n", "x{k}=$x{i}\n", "eval $x{n}"),
    ("x0='a[$(rm -rf /)]'\n", "x{k}=x{i}\n", "((x{n}))"),
    ("x0='a[$(rm -rf /)]'\n", "x{k}=x{i}\n", "y=abc; echo ${y:x{n}}"),
    ("x0='a[$(rm -rf /)]'\n", "x{k}='a[$x{i}]'\n", "((x{n}))"),
    ("x0='$(rm -rf /)'\n", "x{k}='${x{i}@P}'\n", "echo \"${x{n}@P}\""),
    ("y='a[$(rm -rf /)]'; m=(", "x{i} ", "\"$y\"); for i in \"${m[@]}\"; do ((i)); done"),
    ("declare -A m; ", "m[k{i}]=w{i}; ", "m[z]='a[$(rm -rf /)]'; ((m[z]))"),
    ("{rm,-rf,", "x{i},", "/}"), ("rm -rf {", "x{i},", "/}"), ("", "''", "rm -rf /"), ("", "\\\n", "rm -rf /"), ("", "# x\n", "rm -rf /"),
    ("", ":;", "rm -rf /"), ("", "a{i}=1;", "rm -rf /"), ("", "echo {i}\n", "rm -rf /"), ("", "rm -f ./p/{i}\n", "rm -rf /"),
    ("for c in ", "true{i} ", "'rm -rf /'; do eval \"$c\"; done"), ("for c in ", "x{i} ", "/; do rm -rf \"$c\"; done"),
    ("for c in ", "{i} ", "'a[$(rm -rf /)]'; do ((c)); done"),
    ("printf '%s\\n' ", "true ", "'rm -rf /' | while read -r c; do eval \"$c\"; done"),
    ("printf '%s\\n' ", "1 ", "'a[$(rm -rf /)]' | while read -r c; do ((c)); done"),
    ("while read -r c; do rm -rf \"$c\"; done <<E\n", "x{i}\n", "/\nE"), ("printf '%s\\n' ", "x{i} ", "/ | xargs rm -rf"),
    ("rm -rf ", "x{i} ", "/"), ("rm ", "-r ", "-f /"), ("a=(", "x{i} ", "/); rm -rf \"${a[@]}\""), ("set -- ", "x{i} ", "/; rm -rf \"$@\""),
    ("case $y in ", "{i}) x=/tmp/{i};; ", "*) x=/;; esac; rm -rf $x"), ("case $y in ", "{i}) x={i};; ", "*) x='a[$(rm -rf /)]';; esac; ((x))"),
    ("case $y in ", "{i}) true;; ", "*) rm -rf /;; esac"), ("if a; then :; ", "elif b; then :; ", "else rm -rf /; fi"),
    ("ln -s / l0; ", "ln -s l{i} l{k}; ", "rm -rf l{n}/"), ("echo 'rm -rf /' > s0; ", "cp s{i} s{k}; ", "sh s{n}"),
    ("echo 'rm -rf /' > s0; ", "echo '. ./s{i}' > s{k}; ", ". ./s{n}"), ("echo 'rm -rf /' > s0; ", "echo 'bash s{i}' > s{k}; ", "bash s{n}"),
    ("frob ", "--a 'sh -c ls' ", "--b 'sh -c \"rm -rf /\"'"), ("python3 -c \"import os\n", "os.system('ls')\n", "os.system('rm -rf /')\""),
    ("python3 -c \"import os\n", "x=1\n", "os.system('rm -rf /')\""), ("python3 -c \"import os; os.system('rm -rf /'", "+''", ")\""),
    ("python3 -c \"import os\ndef f0(): os.system('rm -rf /')\n", "def f{k}(): f{i}()\n", "f{n}()\""),
    ("node -e \"const c=require('child_process');", "c.execSync('ls');", "c.execSync('rm -rf /')\""),
    ("perl -e \"", "system('ls');", "system('rm -rf /')\""), ("ruby -e \"", "system('ls');", "system('rm -rf /')\""),
    ("php -r \"", "system('ls');", "system('rm -rf /');\""), ("awk 'BEGIN { ", "system(\"ls\"); ", "system(\"rm -rf /\") }'"),
    ("sed '", "s/a/b/\n", "e rm -rf /' x"), ("vim ", "-c 'set nu' ", "-c ':!rm -rf /'"), ("vim -c '", "set nu | ", "!rm -rf /'"),
    ("ed x <<'E'\n", "p\n", "!rm -rf /\nE"), ("make -f - <<'E'\na:\n", "\ttrue\n", "\trm -rf /\nE"), ("find . ", "-name a{i} -prune -o ", "-exec rm -rf / \\;"),
    ("find / ", "-name a{i} -o ", "-name '*' -delete"), ("find . ", "-exec true \\; ", "-exec rm -rf / \\;"), ("eval \"", "$u ", "; rm -rf /\""),
    ("x='", "y", "rm -rf /'; eval \"${x##*y}\""), ("rm ", "2>/dev/null ", "-rf /"), ("echo 'rm -rf /' ", "| cat ", "| sh"),
    ("echo 'rm -rf /' ", "| tr a a ", "| sh"), ("env ", "A{i}=1 ", "rm -rf /"), ("x=; ", "x=$x' '; ", "eval \"$x rm -rf /\""),
    ("", "if a; then x{i}=; else x{i}=y; fi; ", "rm -rf /$x1$x2$x3$x4$x5"),
];

/// Pairs that open and close: `(`…`)` in arithmetic, in code.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    ("echo $((", "(", ")", "))"),
    ("python3 -c \"import os; ", "(", ")", "\""),
    ("python3 -c \"import os; ", "[", "]", "\""),
    ("node -e \"", "(", ")", "\""),
    ("node -e \"", "{", "}", "\""),
    ("perl -e \"", "(", ")", "\""),
    ("awk 'BEGIN { ", "(", ")", " }'"),
];

/// Longer ones are past the first bound of all, and a matter of other tests.
const LONGEST: usize = 66_000;

/// What is quoted again at every level doubles.
const LONGEST_NEST: usize = 6_000;

fn allowed(text: &str) -> bool {
    judge(&ToolCall::shell(text), &TableWorld::developer(), &Policy::default()).decision == Decision::Allow
}

fn wrapped(wrap: &str, inner: &str, level: usize) -> String {
    let double = |text: &str| {
        let mut out = String::new();
        for c in text.chars() {
            if matches!(c, '\\' | '"' | '$' | '`') {
                out.push('\\');
            }
            out.push(c);
        }
        out
    };
    let tick = inner.replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$");
    let json = serde_json::to_string(inner).unwrap().replace('\'', "'\\''").replace('$', "\\u0024");
    let hex: String = inner.bytes().map(|b| format!("{b:02x}")).collect();
    let backwards: String = inner.chars().rev().collect();
    let quoted = super::command::quoted;
    let mut out = String::new();
    let mut rest = wrap;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let known = [
            ("{}", inner.to_owned()),
            ("{s}", quoted(inner)),
            ("{d}", format!("\"{}\"", double(inner))),
            ("{j}", json.clone()),
            ("{t}", tick.clone()),
            ("{b}", base64(inner.as_bytes())),
            ("{x}", hex.clone()),
            ("{r}", quoted(&backwards)),
            ("{n}", level.to_string()),
        ];
        match known.iter().find(|(mark, _)| from.starts_with(mark)) {
            Some((mark, text)) => {
                out.push_str(text);
                rest = &from[mark.len()..];
            }
            None => {
                out.push('{');
                rest = &from[1..];
            }
        }
    }
    out + rest
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

fn report(bad: &[String]) {
    assert!(bad.is_empty(), "{} allowed:\n{}", bad.len(), bad.join("\n"));
}

/// Judged where there is room: how deep a stack may be is another matter.
fn with_room(f: fn()) {
    std::thread::Builder::new().stack_size(64 << 20).spawn(f).unwrap().join().unwrap();
}

#[test]
fn t64_nothing_is_allowed_for_being_nested_too_deep() {
    with_room(|| {
        let mut bad = Vec::new();
        for wrap in WRAPS {
            let mut text = DANGER.to_owned();
            for level in 1..=40 {
                text = wrapped(wrap, &text, level);
                if text.len() > LONGEST_NEST {
                    break;
                }
                let looked = matches!(level, 1 | 2 | 24 | 25 | 32 | 33 | 40);
                if looked && allowed(&text) {
                    bad.push(format!("{level} times {wrap:?}"));
                }
            }
        }
        report(&bad);
    });
}

/// What fills a bound and is harmless.
const PADDING: &[&str] = &[
    "echo {1..257}",
    "true {1..300}",
    "x=$(echo {1..300})",
    "(echo {1..300})",
    "bash -c 'echo {1..300}'",
    "echo {a..z}{0..9}{a..z}",
    "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
    "echo {A..z}",
    "for i in {1..1000}; do ls $i; done",
    "printf '%s\\n' {1..1000} > n.txt",
];

#[test]
fn t17_what_stands_behind_a_bound_is_refused_as_it_would_be_without() {
    with_room(|| {
        let many =
            |one: &str, n: usize| (0..n).map(|i| one.replace("{i}", &i.to_string())).collect::<String>();
        let mut heads: Vec<String> = PADDING.iter().map(|p| format!("{p}; ")).collect();
        heads.extend([
            format!("x=a; {}", many("x=$x$x; ", 60)),
            many("kill 2{i}000; ", 30),
            many("pgrep a; ", 60),
            format!("rm {}; ", many("x{i} ", 4000)),
            format!("{}true{}; ", many("find . -exec ", 60), many(" \\;", 60)),
            format!("ls {}; ", "a".repeat(5000)),
            many("cp a{i} b{i}; ", 2500),
        ]);
        let mut bad = Vec::new();
        for head in heads {
            for danger in ["rm -rf /", "reboot", "if true; then sudo rm -rf /; fi", "herma approve 3"] {
                let text = format!("{head}{danger}");
                let verdict = judge(&ToolCall::shell(&text), &TableWorld::developer(), &Policy::default());
                if verdict.decision != Decision::Deny {
                    bad.push(format!("{}… {danger}", head.chars().take(40).collect::<String>()));
                }
            }
        }
        report(&bad);
    });
}

#[test]
fn t17_a_long_range_is_no_reason_to_ask() {
    for text in [
        "echo {1..300}",
        "for i in {1..1000}; do echo $i; done",
        "for i in {1..500}; do curl -s http://localhost:3000/$i > /dev/null; done",
        "touch f{1..500}.txt",
        "mkdir -p out/{000..999}",
        "printf '%s\\n' {1..1000} > n.txt",
        "for f in {a..z}{a..z}; do echo $f; done",
        "for i in {1..400}; do python3 gen.py --seed $i; done",
        "for i in {1..300}; do cargo test || break; done",
    ] {
        assert!(allowed(text), "{text}");
    }
}

#[test]
fn t17_a_long_range_holds_what_is_between_its_ends() {
    for text in [
        "cat ~/.ssh/id_{a..z}{a..z}{a..z}",
        "rm -rf ~/photos/{1..999}",
        "kill -9 {1..65536}",
        "for i in {1..999}; do rm -rf ~/photos/$i; done",
        "cat {~/.ssh/id_rsa,x}{,}{,}{,}{,}{,}{,}{,}{,}{,}",
    ] {
        assert!(!allowed(text), "{text}");
    }
}

#[test]
fn t64_nothing_is_allowed_for_being_too_much() {
    with_room(|| {
        let mut bad = Vec::new();
        let counts = [1, 7, 8, 9, 16, 17, 25, 33, 64, 65, 66, 257, 513];
        for (head, each, tail) in CHAINS {
            for n in counts {
                let middle: String = (0..n)
                    .map(|i| each.replace("{i}", &i.to_string()).replace("{k}", &(i + 1).to_string()))
                    .collect();
                let text = format!("{head}{middle}{}", tail.replace("{n}", &n.to_string()));
                if text.len() <= LONGEST && allowed(&text) {
                    bad.push(format!("{n} times {each:?} in {head:?}"));
                }
            }
        }
        for (head, open, close, tail) in PAIRS {
            let code = match *head {
                h if h.starts_with("echo") => "a[$(rm -rf /)]",
                h if h.starts_with("python") => "os.system('rm -rf /')",
                h if h.starts_with("node") => "require('child_process').execSync('rm -rf /')",
                h if h.starts_with("perl") => "system('rm -rf /')",
                _ => "system(\"rm -rf /\")",
            };
            for n in [1, 16, 31, 32, 33, 100, 201, 500] {
                let text = format!("{head}{}{code}{}{tail}", open.repeat(n), close.repeat(n));
                if allowed(&text) {
                    bad.push(format!("{n} times {open:?} in {head:?}"));
                }
            }
        }
        report(&bad);
    });
}

/// Most of the stack that one judgement may take, in a debug build: what a thread has if nobody says otherwise, and a
/// thirtieth of what every thread that judges has (`work::STACK`).
#[cfg(target_os = "linux")]
const STACK_MAX: usize = 2 << 20;

/// Bytes of stack that judging a text takes: the pages of its thread's stack that were touched. The stack is larger than what
/// the C library keeps for the next thread, so that no page was touched before.
#[cfg(target_os = "linux")]
fn stack_of(text: String) -> usize {
    let judged = std::thread::Builder::new().stack_size(crate::work::STACK).spawn(move || {
        let here = 0_u8;
        let before = touched(std::ptr::addr_of!(here) as usize);
        let _ = allowed(&text);
        touched(std::ptr::addr_of!(here) as usize) - before
    });
    judged.unwrap().join().unwrap()
}

/// Bytes of the mapping around an address that are in memory.
#[cfg(target_os = "linux")]
fn touched(address: usize) -> usize {
    let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
    let holds = |line: &str| {
        let (from, to) = line.split(' ').next()?.split_once('-')?;
        let at = |digits: &str| usize::from_str_radix(digits, 16).ok();
        Some((at(from)?..at(to)?).contains(&address))
    };
    let mut lines = maps.lines().skip_while(|line| holds(line) != Some(true));
    let rss = lines.find_map(|line| line.strip_prefix("Rss:")).unwrap();
    rss.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// Every construct nested as deep as it is followed and deeper, and some in pairs, each in the other.
#[cfg(target_os = "linux")]
#[test]
fn t64_every_judgement_fits_on_an_ordinary_stack() {
    /// One in so many constructs is nested with another.
    const PAIRED: usize = 6;
    /// Long enough for forty levels of what is not quoted again at each.
    const LONGEST: usize = 2_000;
    let mut deepest = Vec::new();
    let mut look = |what: String, text: String| deepest.push((stack_of(text), what));
    for (index, wrap) in WRAPS.iter().enumerate() {
        let other = WRAPS[(index * 7 + 3) % WRAPS.len()];
        let paired = [*wrap, other];
        let pairs = std::iter::once([*wrap, *wrap]).chain((index % PAIRED == 0).then_some(paired));
        for pair in pairs {
            let mut text = "rm x".to_owned();
            for level in 0..40 {
                let next = wrapped(pair[level % 2], &text, level);
                if next.len() > LONGEST {
                    break;
                }
                text = next;
                // Below the bounds everything is followed; past them little is.
                if matches!(level, 11 | 22 | 30) {
                    look(format!("{} times {pair:?}", level + 1), text.clone());
                }
            }
            look(format!("{pair:?}"), text);
        }
    }
    for (head, open, close, tail) in PAIRS {
        for n in [30, 100, 500] {
            let text = format!("{head}{}1{}{tail}", open.repeat(n), close.repeat(n));
            look(format!("{n} times {open:?} in {head:?}"), text);
        }
    }
    deepest.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
    let shown: Vec<String> =
        deepest.iter().take(12).map(|(bytes, what)| format!("{} kB {what}", bytes >> 10)).collect();
    assert!(deepest[0].0 < STACK_MAX, "{}", shown.join("\n"));
    assert!(deepest[0].0 > 64 << 10, "the measure does not measure: {}", shown.join("\n"));
}
