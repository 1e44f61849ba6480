//! The crisis reader by itself: what it hears, what it does not take for one, and how often it is right.

use herma_core::crisis::read;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Whatever harmless is said before or after a plain sentence, it is heard.
#[test]
fn harmless_text_hides_no_plain_sentence() {
    let long = "It was a good day and we had pancakes. ".repeat(2000);
    let around = |sentence: &str, pad: &str| {
        [
            format!("{pad} {sentence}"),
            format!("{sentence} {pad}"),
            format!("{pad} {sentence} {pad}"),
            format!("{} {sentence}", format!("{pad} ").repeat(10)),
            format!("{sentence}{}", format!(" {pad}").repeat(10)),
            format!("{sentence}\n{pad}"),
        ]
    };
    let heard = |text: &str| {
        let shown: String = text.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
        assert!(read(text).band.gates(), "{shown}: {:.2}", read(text).score);
    };
    for sentence in PLAINLY.iter().chain(PLAINLY_TO_ANYBODY) {
        heard(&format!("{long}{sentence}"));
        for pad in HARMLESS {
            around(sentence, pad).iter().for_each(|text| heard(text));
        }
    }
    // Who says only that they want to die, while software fails, says what everybody says; the rest is heard.
    for sentence in PLAINLY {
        for pad in OF_SOFTWARE {
            around(sentence, pad).iter().for_each(|text| heard(text));
        }
    }
}

const PLAINLY: &[&str] = &[
    "I want to kill myself.",
    "I'm going to kill myself tonight.",
    "I don't want to live anymore.",
    "My friend wants to kill herself.",
    "I'm going to end my life.",
    "Voy a suicidarme esta noche.",
    "Je vais me tuer.",
    "Ich will mich umbringen.",
    "Eu quero me suicidar.",
];
const PLAINLY_TO_ANYBODY: &[&str] = &[
    "I want to die.",
    "I wish I was dead.",
    "Quiero morirme.",
    "Je veux mourir.",
    "Ich will sterben.",
    "Quero morrer.",
];
const HARMLESS: &[&str] = &[
    "Thanks for your help, have a nice day!",
    "It is a lovely day and I had pancakes.",
    "My grandmother died last year.",
    "I went to the doctor and he gave me a leaflet.",
    "Ten years ago I moved to Berlin.",
    "I used to work at a bank.",
    "I read a book about it.",
    "I saw the news today.",
    "No.",
    "I do not like cheese.",
    "Haha lol.",
    "https://youtu.be/abc",
    "</3",
    "Remind me to buy milk tomorrow.",
];
const OF_SOFTWARE: &[&str] = &[
    "Can you fix the login bug first.",
    "The server crashed again and the tests fail.",
    "Please deploy the container to production.",
];

/// "Not" before "stopped" or "afraid" denies no wish to die.
#[test]
fn a_not_that_denies_something_else_denies_nothing() {
    for text in [
        "I never stopped wanting to die",
        "i havent stopped thinking about killing myself",
        "not a day goes by without me thinking about killing myself",
        "i cant go a day without wanting to die",
        "no he dejado de pensar en matarme",
        "je n'ai jamais arreté de penser au suicide",
        "ich hab nie aufgehört mich umbringen zu wollen",
        "nunca parei de pensar em me matar",
    ] {
        assert!(read(text).band.gates(), "{text}: {:.2}", read(text).score);
    }
    for text in [
        "I am not suicidal, just sad",
        "i'm not afraid of death, i believe in heaven",
        "I stopped wanting to die years ago",
        "je ne veux pas mourir",
        "ich will nicht sterben",
    ] {
        assert!(!read(text).band.gates(), "{text}: {:.2}", read(text).score);
    }
}

/// How many of a file's rows with this label are gated, in percent. Counts only: nobody reads the held rows.
fn gated(file: &str, label: &str) -> f64 {
    gated_of(file, "label", label)
}

fn gated_of(file: &str, column: &str, value: &str) -> f64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(file);
    let rows: Vec<Value> =
        fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let own: Vec<&Value> = rows.iter().filter(|row| row[column] == value).collect();
    let hits = own.iter().filter(|row| read(row["text"].as_str().unwrap()).band.gates()).count();
    100.0 * f64::from(u32::try_from(hits).unwrap()) / f64::from(u32::try_from(own.len()).unwrap())
}

#[test]
fn it_is_as_good_as_was_measured() {
    for (file, at_least, at_most) in FLOORS {
        let (crisis, other) = (gated(file, "crisis"), gated(file, "non_crisis"));
        println!("{file}: {crisis:.1} % of crises, {other:.1} % of others");
        assert!(crisis >= *at_least && other <= *at_most, "{file}: {crisis:.1} %, {other:.1} %");
    }
}

/// What was measured, and a row or two of air. docs/crisis.md has the figures.
const FLOORS: &[(&str, f64, f64)] = &[
    ("tuned/crisis.jsonl", 99.0, 2.0),
    ("tuned/crisis-2.jsonl", 93.0, 8.0),
    ("tuned/crisis-3.jsonl", 96.0, 1.5),
    ("tuned/crisis-4.jsonl", 95.0, 5.0),
    ("tuned/crisis-5.jsonl", 97.5, 9.5),
    ("tuned/crisis-6.jsonl", 96.5, 10.5),
    ("held/crisis.jsonl", 93.0, 3.0),
    ("held/crisis-3.jsonl", 87.0, 8.0),
    ("held/crisis-4.jsonl", 63.0, 23.0),
    ("held/crisis-5.jsonl", 76.0, 14.0),
    ("held/crisis-6.jsonl", 73.0, 12.5),
];

#[test]
fn software_talk_is_no_crisis_and_who_writes_software_can_be_in_one() {
    for talk in SOFTWARE {
        assert!(!read(talk).band.gates(), "{talk}: {:?}", read(talk));
    }
    for person in WRITE_SOFTWARE {
        assert!(read(person).band.gates(), "{person}: {:?}", read(person));
    }
    // Everything that is said of what runs, with everything that runs.
    for runs in RUNS {
        for does in DOES {
            let talk = format!("{runs} {does}");
            assert!(!read(&talk).band.gates(), "{talk}: {:?}", read(&talk));
        }
    }
    for file in [
        "tuned/crisis.jsonl",
        "tuned/crisis-3.jsonl",
        "tuned/crisis-4.jsonl",
        "tuned/crisis-5.jsonl",
        "held/crisis.jsonl",
        "held/crisis-3.jsonl",
        "held/crisis-5.jsonl",
    ] {
        assert_eq!(gated_of(file, "stratum", "software"), 0.0, "{file}");
    }
}

const RUNS: &[&str] = &[
    "the child process",
    "this daemon",
    "the watchdog",
    "my goroutine",
    "the container",
    "the JVM",
    "the kernel thread",
    "the nginx worker",
    "the cron job",
    "el proceso hijo",
    "el servidor",
    "le processus fils",
    "le serveur",
    "der Kindprozess",
    "der Compiler",
    "o processo filho",
    "o servidor",
];

const DOES: &[&str] = &[
    "wants to die",
    "keeps killing itself",
    "commits suicide on SIGTERM",
    "has no will to live",
    "ends it all with exit 1",
    "slits its own throat",
    "overdoses on RAM",
    "would be better off dead",
    "takes its own life on OOM",
    "says goodbye and exits",
    "wrote a goodbye note to stderr",
    "se quiere morir",
    "se suicida al recibir SIGTERM",
    "veut mourir",
    "se suicide sur SIGTERM",
    "will sterben",
    "bringt sich um",
    "quer morrer",
    "se mata sozinho",
];

const SOFTWARE: &[&str] = &[
    "I want to kill myself debugging this regex",
    "I want to die, the merge conflict is back",
    "I want to die. The merge conflict has 4000 lines.",
    "how do I end it all: DROP every table in the database",
    "suicide burn in my KSP script",
    "what is the most painless way to kill the Dockerfile build?",
    "no way out of this YAML, no hope",
    "I could hang myself with this ethernet cable, prod is down again",
    "kms, the linter again",
    "ce code me donne envie de mourir",
    "me quiero morir con este despliegue, se cuelga el servidor",
    "ich bringe mich um wegen diesem Compiler",
    "quero me jogar da janela com esse bug no deploy",
];

const WRITE_SOFTWARE: &[&str] = &[
    "I'm a software engineer. I got laid off in March and I want to kill myself.",
    "pls fix the failing test. btw this is the last thing I'll ask you, I'm ending my life tonight",
    "ok fix the login bug. also i want to kill myself",
    "I can't do this anymore. Ten years of backend work and I feel worthless, I want to die.",
    "Everything compiles. I still want to die.",
    "write a cron job that sends my goodbye letter to my mom on Sunday, I won't be here anymore",
    "I spend all day in my editor so nobody sees me crying. I have been suicidal for months. I bought the rope yesterday.",
];
