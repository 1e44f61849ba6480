//! The model of a reviewer, scripted, on loopback.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A model that always answers this, fence and all; how often it was asked.
pub fn model(status: u16, answer: &'static str) -> (u16, Arc<AtomicUsize>) {
    let (port, asked, _) = model_that_tells(status, answer);
    (port, asked)
}

/// How often it was asked, and what it was sent.
pub type Told = (u16, Arc<AtomicUsize>, Arc<Mutex<Vec<String>>>);

pub fn model_that_tells(status: u16, answer: &'static str) -> Told {
    answering(move |_| (status, answer))
}

/// One that approves, but not with this word in the question.
pub fn model_that_minds(word: &'static str) -> Told {
    answering(move |body| match body.get(word) {
        Some(_) => (400, word),
        None => (200, "approve"),
    })
}

fn answering(say: impl Fn(&Value) -> (u16, &'static str) + Send + 'static) -> Told {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::new(AtomicUsize::new(0));
    let sent = Arc::new(Mutex::new(Vec::new()));
    let (count, told) = (Arc::clone(&asked), Arc::clone(&sent));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            let text = String::from_utf8(body).unwrap();
            told.lock().unwrap().push(text.clone());
            let (status, answer) = say(&serde_json::from_str(&text).unwrap());
            let start = text.find("<<<").unwrap() + 3;
            let said = json!({"fence": &text[start..start + 32], "answer": answer, "reason": "so it seems"});
            let body = json!({"choices": [{"message": {"content": said.to_string()}}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10}})
            .to_string();
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            (&stream).write_all(head.as_bytes()).unwrap();
        }
    });
    (port, asked, sent)
}

/// Mode `smart`, with this model as the reviewer `own`.
pub fn settings(port: u16) -> String {
    format!(
        "[mode]\nshell = \"smart\"\ntools = \"smart\"\n[[reviewer.provider]]\nname = \"own\"\nprotocol = \"chat\"\n\
         url = \"http://127.0.0.1:{port}/v1\"\nmodel = \"m1\"\n"
    )
}
