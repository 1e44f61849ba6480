//! The functions that matter, as tables: one file a language, sorted, searched by halving.

mod common;
mod javascript;
mod lua;
mod perl;
mod php;
mod python;
mod ruby;

use crate::knowledge::Lang;

/// A module, a class, or a kind of object (`@path`); the empty name holds what needs no import.
#[derive(Debug)]
pub(super) struct Module {
    pub name: &'static str,
    pub rows: &'static [(&'static str, Op)],
}

/// What a function does or gives. A number is the place of the argument it is about; the receiver of a method
/// counts as the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// Known to be harmless: a function handed to it is not called.
    Nothing,
    /// Not a function: a module, a constant text, an object.
    Module(&'static str),
    Const(&'static str),
    Is(&'static str),
    /// Makes an object of this kind, remembering the text of argument 0.
    Make(&'static str),
    Same(u8),

    Shell(u8),
    /// `subprocess.run`: a list, a string, or a string with `shell=True`.
    Spawn(u8),
    /// `spawn(program, [arguments], {shell})`.
    SpawnList(u8),
    /// `new Deno.Command(program, {args})`.
    SpawnArgs,
    /// `fork(script, [arguments])`.
    ForkJs,
    /// `Deno.run({cmd: […]})`, `Bun.spawn({cmd: […]})`.
    SpawnCmd,
    /// One string goes to a shell, several are a program and its arguments.
    System,
    /// All arguments from here on are a program and its arguments.
    Argv(u8),
    /// `execv(path, [name, arguments…])`.
    ExecList(u8),
    /// PHP's `pcntl_exec(path, [arguments…])`.
    ExecPhp,
    /// `execl(path, name, arguments…)`.
    ExecArgs(u8),
    /// `sh.rm("-rf", x)`.
    Named(&'static str),

    Delete(u8),
    DeleteDeep(u8),
    /// All arguments.
    DeleteAll,
    DeleteAllDeep,
    /// Deep if the options say `recursive`.
    DeleteOpt(u8),
    Write(u8),
    /// A link: what it leads to, and its name.
    Link(u8, u8),
    /// Only when the argument is a known text: the name alone says too little.
    WriteText(u8),
    Read(u8),
    Move,
    Copy,
    Mode(u8),
    ModeDeep(u8),
    /// As `Mode`, with a mode beside it, which may be set-uid.
    Chmod(u8),
    ChmodDeep(u8),
    /// Puts the arguments into the receiver, an open file.
    WriteInto,
    /// An unknown text made of this argument.
    Made(u8),
    /// `pickle.loads(x)`: objects that may run code while they are made.
    Unpickle,
    /// `yaml.load(x)`: the same, where the text has tags for it.
    LoadYaml,
    /// Asks for the address of a host.
    Resolve(u8),
    Open,
    PerlOpen,
    /// Opens an archive or the like; reads unless told otherwise.
    ReadOrFetch(u8),

    Fetch(u8),
    Send(u8),
    /// Argument 0 is the address of the receiver, which gets what is sent.
    SendTo,
    /// `urlopen(url, data)`.
    UrlOpen,
    /// `Request(url, data, method=…)`: an object that knows whether it sends.
    UrlRequest,
    /// `request(method, url)`.
    Request(u8),
    /// `fetch(url, {method, body})`.
    FetchOpt(u8),
    /// Fetches argument 0 into the file of argument 1.
    Retrieve,
    Connect(u8),
    /// `connect(port, host)`.
    ConnectPort(u8),
    /// `connect({hostname, port})`.
    ConnectOpt,
    Listen(u8),
    /// `listen(port, host)`.
    ListenPort(u8),
    /// Only with a keyword `host` or a port.
    ListenMaybe,
    /// `IO::Socket::INET->new(PeerAddr => …)` or `Listen => …`.
    PerlSocket,
    /// `sockaddr_in(port, host)`.
    SockAddr,
    /// `HTTP::Request->new(POST => url)`.
    HttpRequest,
    /// `TCPServer.new(port)` or `(host, port)`.
    RubyListen,
    CurlOption,
    CurlExec,
    Kill(u8),
    KillGroup,
    /// `kill(signal, pids…)`.
    KillSignal(u8),

    Sql(u8),
    /// `query(connection, text)` or `query(text)`.
    SqlOf,
    /// Only when the text begins like SQL.
    SqlMaybe(u8),
    Eval(u8),
    /// `setTimeout(f)`: a text is code, a function is called, anything else is nobody's business.
    Timer,
    /// `process.binding(name)`: the way around the modules.
    Binding,
    /// `Function(arguments…, code)`.
    EvalLast,
    EvalUnknown,
    RunFile(u8),

    Import,
    GetAttr,
    /// Gives the import function itself.
    Importer,
    Globals,
    /// `fn.call(this, …)`, `fn.apply(this, […])`, `fn.bind(this)`.
    CallWith,
    ApplyWith,
    BindWith,
    /// `f(function, arguments…)`: calls it with them.
    CallFirst,
    /// `f(function, list)`: calls it with each element.
    MapFirst,
    /// `f(list, function)`.
    MapSecond,
    /// `f(function, [arguments])`.
    CallArray,
    /// `receiver.send(:name, arguments…)`, `receiver.method(:name)`.
    SendName,
    MethodName,
    /// `Object.const_get(:Kernel)`.
    GlobalName,
    /// `receiver.each(function)`.
    ForEach,
    Filter,
    /// `receiver.then(function)`.
    Then,
    /// `Thread(target=f, args=(…))`.
    Thread,
    /// `find(sub {…}, directories…)`.
    PerlFind,

    Home,
    Join,
    JoinPath,
    Expand,
    /// `File.expand_path(path, directory)`.
    ExpandPath,
    Parent,
    Env(u8),
    Glob(u8),
    GlobIn,
    Names(u8),
    Paths(u8),
    Walk(u8),
    Tmp,
    Chdir(u8),
    Content,
    FileName,
    Pid(&'static str),
    /// The process that runs the code.
    Own,

    Chr,
    FromHex(u8),
    FromBase64(u8),
    FromUrl(u8),
    Rot13(u8),
    /// `Buffer.from(x, "base64")`, `codecs.decode(x, "hex")`.
    FromNamed(u8),
    /// `pack("H*", x)`.
    Pack,
    /// `[…].pack("H*")`, `x.unpack1("m")`.
    PackSelf,
    TextJoin,
    ListJoin,
    /// `join(sep, …)` of Perl, `implode`.
    JoinFirst,
    Format,
    Sprintf,
    Replace,
    Upper,
    Lower,
    Strip,
    Split,
    /// `explode(sep, x)`, `split /sep/, x`.
    SplitFirst,
    Reverse(u8),
    Concat,
    Repeat,
    /// `x.slice(from, to)`.
    Slice,
    /// Changes the list that a name stands for.
    Append,
    Extend,
    ListOf,
}

/// Which names occur anywhere in a table, roughly: most words of a text occur in none, and are turned away by one
/// look instead of a search.
struct Sieve([u64; 64]);

impl Sieve {
    const fn of(modules: &[Module]) -> Sieve {
        let mut bits = Sieve([0; 64]);
        let mut i = 0;
        // A `const fn` has no iterators; `i` and `j` stay below the lengths.
        while i < modules.len() {
            bits.set(modules[i].name);
            let mut j = 0;
            while j < modules[i].rows.len() {
                bits.set(modules[i].rows[j].0);
                j += 1;
            }
            i += 1;
        }
        bits
    }

    const fn set(&mut self, name: &str) {
        let bit = Self::bit(name.as_bytes());
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    const fn bit(name: &[u8]) -> usize {
        match name {
            [] => 0,
            [a] => *a as usize,
            [a, .., z] => {
                let middle = name[name.len() / 2] as usize;
                ((*a as usize * 31 + *z as usize) * 31 + middle * 7 + name.len() * 131) % 4096
            }
        }
    }

    fn may_hold(&self, name: &str) -> bool {
        let bit = Self::bit(name.as_bytes());
        self.0.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }
}

static SIEVES: [Sieve; 7] = [
    Sieve::of(common::MODULES),
    Sieve::of(python::MODULES),
    Sieve::of(javascript::MODULES),
    Sieve::of(perl::MODULES),
    Sieve::of(ruby::MODULES),
    Sieve::of(php::MODULES),
    Sieve::of(lua::MODULES),
];

fn sieve(lang: Lang) -> &'static Sieve {
    let [common, python, javascript, perl, ruby, php, lua] = &SIEVES;
    match lang {
        Lang::Python => python,
        Lang::JavaScript => javascript,
        Lang::Perl => perl,
        Lang::Ruby => ruby,
        Lang::Php => php,
        Lang::Lua => lua,
        _ => common,
    }
}

fn table(lang: Lang) -> &'static [Module] {
    match lang {
        Lang::Python => python::MODULES,
        Lang::JavaScript => javascript::MODULES,
        Lang::Perl => perl::MODULES,
        Lang::Ruby => ruby::MODULES,
        Lang::Php => php::MODULES,
        Lang::Lua => lua::MODULES,
        _ => &[],
    }
}

fn find(modules: &'static [Module], name: &str) -> Option<&'static Module> {
    modules.binary_search_by(|m| m.name.cmp(name)).ok().and_then(|i| modules.get(i))
}

/// The name of a module as the tables have it.
pub(super) fn module(lang: Lang, name: &str) -> Option<&'static str> {
    if !sieve(lang).may_hold(name) {
        return None;
    }
    find(table(lang), name).map(|m| m.name)
}

/// A member of a module or kind.
pub(super) fn member(lang: Lang, module: &str, name: &str) -> Option<&'static Op> {
    let own = sieve(lang).may_hold(name);
    if module.is_empty() {
        // What needs no import comes first in every table, and is asked for at every word.
        return table(lang).first().filter(|_| own).and_then(|m| row(m, name));
    }
    let own = if own { find(table(lang), module).and_then(|m| row(m, name)) } else { None };
    let [common, ..] = &SIEVES;
    own.or_else(|| {
        let shared = common.may_hold(name) && module.starts_with('@');
        if shared { find(common::MODULES, module).and_then(|m| row(m, name)) } else { None }
    })
}

fn row(module: &'static Module, name: &str) -> Option<&'static Op> {
    let i = module.rows.binary_search_by(|r| r.0.cmp(name)).ok()?;
    module.rows.get(i).map(|r| &r.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        let langs = [Lang::Python, Lang::JavaScript, Lang::Perl, Lang::Ruby, Lang::Php, Lang::Lua];
        for modules in langs.into_iter().map(table).chain([common::MODULES]) {
            assert!(
                modules.is_sorted_by(|a, b| a.name < b.name),
                "{:?}",
                modules.iter().map(|m| m.name).collect::<Vec<_>>()
            );
            for m in modules {
                for pair in m.rows.windows(2) {
                    assert!(pair[0].0 < pair[1].0, "{}: {} before {}", m.name, pair[0].0, pair[1].0);
                }
            }
        }
    }
}
