//! Expressions: works out what is constant, and meets every call on the way.

use super::CodeText;
use super::files::SET_UID;
use super::lex::{Kind, Token, op};
use super::texts::parse_number;
use super::value::{Value, concat, glob, join_path, one_of};
use super::walk::Walker;
use crate::knowledge::Lang;

/// How tightly an operator binds; 0 is none.
fn binding(lang: Lang, text: &str) -> u8 {
    match text {
        "?" => 2,
        // Looser than an assignment, and than a call without brackets.
        "or" | "and" | "xor" if matches!(lang, Lang::Perl | Lang::Ruby | Lang::Php) => 1,
        "or" | "||" | "??" | "//" if text != "//" || lang == Lang::Perl => 3,
        "and" | "&&" => 4,
        "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "in" | "is" | "=~" | "!~" | "eq" | "ne"
        | "lt" | "gt" | "instanceof" | "<=>" | "~=" => 5,
        "|" | "&" | "^" | "<<" | ">>" => 6,
        ".." if lang == Lang::Lua => 7,
        ".." | "..." => 6,
        "." if matches!(lang, Lang::Perl | Lang::Php) => 7,
        "+" | "-" => 7,
        "*" | "/" | "%" | "//" | "**" => 8,
        "x" if lang == Lang::Perl => 8,
        "if" if lang == Lang::Python => 1,
        "not" if lang == Lang::Python => 5,
        "as" if lang == Lang::Python => 1,
        _ => 0,
    }
}

impl<'a> Walker<'a> {
    /// An expression whose operators bind at least as tightly as `min`.
    pub fn expr(&mut self, min: u8) -> Value {
        self.deeper(Value::Unknown, |w| w.binary(min))
    }

    pub fn binary(&mut self, min: u8) -> Value {
        let start = self.pos;
        let mut left = self.unary();
        while self.step() {
            let Some(token) = self.tok(self.pos).copied() else { break };
            if !matches!(token.kind, Kind::Op(_) | Kind::Word) {
                // A Ruby call goes on at a dot on the next line.
                if matches!(token.kind, Kind::Line(_)) && self.lang == Lang::Ruby && self.dot_follows() {
                    self.skip_lines();
                    left = self.postfix(left, token.at as usize, self.pos);
                    continue;
                }
                break;
            }
            let text = self.text_of(&token);
            let power = binding(self.lang, text);
            if power == 0 || power < min {
                break;
            }
            self.pos += 1;
            if self.lang == Lang::Ruby {
                self.skip_lines();
            }
            left = match text {
                "?" => self.choice(),
                "if" => self.python_choice(left),
                "as" => {
                    if let Some(name) = self.word(0) {
                        self.bind_now(name, left.clone());
                        self.pos += 1;
                    }
                    left
                }
                "not" => continue,
                _ => {
                    let name =
                        self.tok(start).filter(|t| t.kind == Kind::Word && self.pos == start + 2).copied();
                    let right = self.expr(power + 1);
                    let sum = self.combine(text, &left, &right);
                    // Ruby's `text << more` changes the text.
                    if let (Lang::Ruby, "<<", Some(name)) = (self.lang, text, name) {
                        let name = self.text_of(&name);
                        self.bind(name, sum.clone());
                    }
                    sum
                }
            };
        }
        left
    }

    pub fn dot_follows(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.kind(ahead), Some(Kind::Line(_))) {
            ahead += 1;
        }
        self.is_op(ahead, ".") || self.is_op(ahead, "&.")
    }

    /// `? a : b`, the mark already behind.
    pub fn choice(&mut self) -> Value {
        let yes = self.expr(2);
        if !self.eat(":") {
            return yes;
        }
        let no = self.expr(2);
        one_of([yes, no])
    }

    pub fn python_choice(&mut self, yes: Value) -> Value {
        self.expr(3);
        if !self.eat_word("else") {
            return yes;
        }
        let no = self.expr(1);
        one_of([yes, no])
    }

    pub fn combine(&mut self, operator: &str, left: &Value, right: &Value) -> Value {
        let adds = match self.lang {
            Lang::Perl | Lang::Php => ".",
            Lang::Lua => "..",
            _ => "+",
        };
        // Long texts are put together at the cost of steps, so that a thousand of them stay cheap.
        self.steps = self.steps.saturating_sub((size(left) + size(right)) / 32);
        match operator {
            o if o == adds => match (left, right) {
                (Value::Obj("@path", a), b) => Value::obj("@path", join_path(a, &b.to_text())),
                _ => concat(left, right),
            },
            "<<" if self.lang == Lang::Ruby => concat(left, right),
            "/" => match (left, right) {
                (Value::Obj("@path", a), b) => Value::obj("@path", join_path(a, &b.to_text())),
                (Value::OneOf(a), b) => {
                    let items: Vec<Value> = a.iter().take(16).map(|v| self.combine("/", v, b)).collect();
                    one_of(items)
                }
                (a @ Value::Text(_), Value::Obj("@path", b)) => {
                    Value::obj("@path", join_path(&a.to_text(), b))
                }
                _ => Value::Unknown,
            },
            "%" => match left {
                Value::Text(t) => super::texts::percent(t, right),
                _ => Value::Unknown,
            },
            "*" | "x" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => a.checked_mul(*b).map_or(Value::Unknown, Value::Num),
                (Value::Text(t), Value::Num(n)) | (Value::Num(n), Value::Text(t)) => repeat(t, *n),
                _ => Value::Unknown,
            },
            "-" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => a.checked_sub(*b).map_or(Value::Unknown, Value::Num),
                _ => Value::Unknown,
            },
            "^" => match (left, right) {
                (Value::Num(a), Value::Num(b)) => Value::Num(a ^ b),
                _ => Value::Unknown,
            },
            "|" => match (left, right) {
                (Value::Obj("@writes", _), _) => left.clone(),
                (_, Value::Obj("@writes" | "@setuid", _)) => right.clone(),
                (Value::Obj("@setuid", _), _) => left.clone(),
                (Value::Num(a), Value::Num(b)) => Value::Num(a | b),
                (Value::Num(n), _) | (_, Value::Num(n)) if n & SET_UID != 0 => {
                    Value::obj("@setuid", CodeText::default())
                }
                _ => Value::Unknown,
            },
            "or" | "||" | "??" | "//" => one_of([left.clone(), right.clone()]),
            "and" | "&&" => right.clone(),
            _ => Value::Unknown,
        }
    }

    pub fn unary(&mut self) -> Value {
        while self.step() {
            match self.kind(0) {
                Some(Kind::Op(o)) if o == op("-") => {
                    self.pos += 1;
                    // Perl's `-e $file` asks about a file.
                    return match self.deeper(Value::Unknown, Self::unary) {
                        Value::Num(n) => Value::Num(n.wrapping_neg()),
                        Value::Text(t) if self.lang == Lang::Perl => Value::Text(t),
                        _ => Value::Unknown,
                    };
                }
                Some(Kind::Op(o)) if is_prefix(o) => self.pos += 1,
                Some(Kind::Line(_)) if self.lang == Lang::Ruby => return Value::Unknown,
                Some(Kind::Word) if self.prefix_word() => self.pos += 1,
                _ => break,
            }
        }
        let start = self.pos;
        let at = self.offset();
        let first = self.primary();
        let value = self.postfix(first, at, start);
        self.assignment(value, start)
    }

    pub fn prefix_word(&self) -> bool {
        let Some(word) = self.word(0) else { return false };
        let named = self.is_op(1, "=") || self.is_op(1, ".") || self.is_op(1, ",");
        match word {
            "not" => self.lang != Lang::JavaScript,
            "await" => matches!(self.lang, Lang::Python | Lang::JavaScript) && !named,
            "new" => matches!(self.lang, Lang::JavaScript | Lang::Php) && !named,
            "clone" | "yield" | "typeof" | "void" | "delete" => {
                matches!(self.lang, Lang::JavaScript | Lang::Php) && !named && !self.is_op(1, "(")
            }
            "my" | "our" | "local" => self.lang == Lang::Perl,
            _ => false,
        }
    }

    pub fn primary(&mut self) -> Value {
        let Some(token) = self.tok(self.pos).copied() else { return Value::Unknown };
        let at = token.at as usize;
        match token.kind {
            Kind::Num => {
                self.pos += 1;
                parse_number(self.text_of(&token)).map_or(Value::Unknown, Value::Num)
            }
            Kind::Str(_) => {
                self.pos += 1;
                let mut value = self.string(&token);
                // Strings side by side are one.
                while matches!(self.lang, Lang::Python | Lang::Ruby) {
                    let Some(next) = self.tok(self.pos).copied().filter(|t| matches!(t.kind, Kind::Str(_)))
                    else {
                        break;
                    };
                    self.pos += 1;
                    let more = self.string(&next);
                    value = concat(&value, &more);
                }
                value
            }
            Kind::Shell(_) => {
                self.pos += 1;
                let command = self.string(&token);
                self.shell(&command, None, at);
                Value::Unknown
            }
            Kind::Words => {
                self.pos += 1;
                let body = self.src.get(token.body.0 as usize..token.body.1 as usize).unwrap_or_default();
                Value::list(body.split_whitespace().map(Value::text).collect())
            }
            Kind::Regex => {
                self.pos += 1;
                Value::obj("@regex", CodeText::default())
            }
            Kind::Code => {
                self.pos += 1;
                self.inside(token.body.0 as usize, token.body.1 as usize)
            }
            Kind::Angle => {
                self.pos += 1;
                let body = self.src.get(token.body.0 as usize..token.body.1 as usize).unwrap_or_default();
                if body.contains(['*', '?', '/', '~']) {
                    Value::obj("@paths", glob(&CodeText::new(body)))
                } else {
                    Value::Unknown
                }
            }
            Kind::Op(o) if o == op("(") => self.parenthesis(),
            Kind::Op(o) if o == op("[") => self.list(),
            Kind::Op(o) if o == op("{") => self.braces(),
            Kind::Op(o) if o == op(")") || o == op("]") || o == op("}") => Value::Unknown,
            Kind::Op(_) | Kind::Line(_) => {
                self.pos += 1;
                Value::Unknown
            }
            Kind::Word => self.name(token),
        }
    }

    pub fn name(&mut self, token: Token) -> Value {
        let word = self.text_of(&token);
        match (self.lang, word) {
            (Lang::Python, "lambda") => return self.lambda(),
            (Lang::JavaScript, "async") if !self.is_op(1, "=") => {
                while self.eat_word("async") {}
                return self.deeper(Value::Unknown, Self::primary);
            }
            (Lang::JavaScript | Lang::Php, "function") | (Lang::Perl, "sub") => {
                return self.function_expression();
            }
            (Lang::Php, "fn") if self.is_op(1, "(") => {
                let close = self.mate(self.pos + 1);
                let params = self.params(self.pos + 2, close);
                return self.arrow(self.pos, params, close + 1);
            }
            (Lang::JavaScript, _) if self.is_op(1, "=>") => {
                let at = self.pos;
                return self.arrow(at, vec![word], at + 1);
            }
            (Lang::Perl, "push" | "unshift") => return self.perl_push(),
            (Lang::Perl, "map" | "grep" | "sort") if self.is_op(1, "{") => return self.block_list(word),
            (Lang::Perl, "do") | (Lang::Perl, "eval") if self.is_op(1, "{") => {
                self.pos += 1;
                return self.braces();
            }
            _ => {}
        }
        self.pos += 1;
        self.lookup(word)
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Text(t) => t.prefix().len(),
        _ => 0,
    }
}

fn is_prefix(o: u32) -> bool {
    const PREFIX: [u32; 13] = [
        op("!"),
        op("~"),
        op("+"),
        op("*"),
        op("**"),
        op("&"),
        op("\\"),
        op("@"),
        op("..."),
        op("++"),
        op("--"),
        op("#"),
        op("&&"),
    ];
    PREFIX.contains(&o)
}

fn repeat(text: &CodeText, n: i64) -> Value {
    match (text.known(), usize::try_from(n)) {
        (Some(t), Ok(n)) if t.len().saturating_mul(n) <= 4096 => Value::text(t.repeat(n)),
        _ => Value::of(CodeText::unknown()),
    }
}
