//! One text in many spellings, each of which bash turns back into the same word.

/// Texts longer than this are not spelled out: they would only be slow.
const LONGEST: usize = 512;

/// Commands whose second word is what stands beside them, in the end.
pub fn all(text: &str) -> Vec<(String, String)> {
    // NUL ends a word, and plane 15 stands for what is unknown inside of the walker.
    let plain = |c: char| c != '\0' && !('\u{f0000}'..='\u{f0fff}').contains(&c);
    let text: String = text.chars().filter(|c| plain(*c)).take(LONGEST).collect();
    let quoted = single(&text);
    let same = [
        format!("echo {quoted}"),
        format!("echo {}", double(&text)),
        format!("echo {}", ansi(&text)),
        format!("echo \"\"{}", backslashes(&text)),
        format!("x={quoted}; echo \"$x\""),
        format!("x={quoted}; echo \"${{x}}\""),
        format!("x={quoted}; echo \"${{x%}}\""),
        format!("x={quoted}; echo \"${{x:0}}\""),
        format!("x=a; x={quoted}; y=$x; echo \"$y\""),
        format!("x=; x+={quoted}; echo \"$x\""),
        format!("a=(1 {quoted} 3); echo \"${{a[1]}}\""),
        format!("a=(1 {quoted} 3); echo \"${{a[-2]}}\""),
        format!("a[1]={quoted}; a[0]=z; echo \"${{a[1]}}\""),
        format!("f() {{ x=$1; }}; f {quoted}; echo \"$x\""),
        format!("set -- z {quoted}; echo \"$2\""),
    ];
    let mut out: Vec<(String, String)> = same.into_iter().map(|spelling| (spelling, text.clone())).collect();

    // A substitution loses the line breaks at its end.
    let trimmed = text.trim_end_matches('\n').to_owned();
    let mut printed = vec![
        format!("echo \"$(printf '%s' {quoted})\""),
        format!("echo \"$(printf '{}')\"", octal(&text)),
        format!("echo \"$(printf %b '{}')\"", octal_for_echo(&text)),
        format!("echo \"$(echo -e '{}')\"", octal_for_echo(&text)),
        format!("echo \"$(echo {} | base64 -d)\"", base64(text.as_bytes())),
        format!("echo \"$(echo {} | xxd -r -p)\"", hex(text.as_bytes())),
    ];
    if !text.lines().any(|line| line == "END") {
        printed.push(format!("echo \"$(cat <<'END'\n{text}\nEND\n)\""));
    }
    // `${x:-…}` counts an empty value as none.
    if !text.is_empty() {
        let inner = double_inner(&text).replace('}', "\\}");
        out.push((format!("x={quoted}; echo \"${{x:-z}}\""), text.clone()));
        out.push((format!("echo \"${{unset_name_of_nobody:-{inner}}}\""), text.clone()));
    }
    if !text.contains(['\n', '\r']) && text.is_ascii() {
        let turned: String = text.chars().rev().collect();
        printed.push(format!("echo \"$(printf '%s\\n' {} | rev)\"", single(&turned)));
        printed.push(format!("echo \"$(printf '%s\\n' {quoted} | tac | head -n 1 | cut -c1-)\""));
        printed.push(format!("echo \"$(printf '%s\\n' z {quoted} | tail -n +2)\""));
        printed.push(format!("echo \"$(printf '%s\\n' {quoted} z | head -1)\""));
        printed.push(format!("echo \"$(printf '%s\\n' {} | tr b-zaB-ZA a-zA-Z)\"", single(&rotated(&text))));
    }
    out.extend(printed.into_iter().map(|spelling| (spelling, trimmed.clone())));
    out
}

pub fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn double(text: &str) -> String {
    format!("\"{}\"", double_inner(text))
}

fn double_inner(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if matches!(c, '"' | '\\' | '$' | '`') {
            out.push('\\');
        }
        out.push(c);
        out
    })
}

fn ansi(text: &str) -> String {
    let inner: String = text.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
    format!("$'{inner}'")
}

fn backslashes(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { "'\n'".to_owned() } else { format!("\\{c}") }).collect()
}

fn octal(text: &str) -> String {
    text.bytes().map(|byte| format!("\\{byte:03o}")).collect()
}

fn octal_for_echo(text: &str) -> String {
    text.bytes().map(|byte| format!("\\0{byte:03o}")).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The letters that `tr b-zaB-ZA a-zA-Z` turns into these.
fn rotated(text: &str) -> String {
    let next = |c: char, first: u8| {
        let at = (u32::from(c) - u32::from(first) + 1) % 26;
        char::from(first + at as u8)
    };
    text.chars()
        .map(|c| match c {
            'a'..='z' => next(c, b'a'),
            'A'..='Z' => next(c, b'A'),
            c => c,
        })
        .collect()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().fold(0u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            out.push(if at <= chunk.len() {
                char::from(LETTERS[(group >> (18 - 6 * at) & 63) as usize])
            } else {
                '='
            });
        }
    }
    out
}
