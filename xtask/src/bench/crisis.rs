//! Reading a person's message for signs of crisis, and what a call without a person pays for it.

use super::report::{Report, Times, us};
use crate::failure::Failure;
use herma_core::crisis::{lane, read};
use herma_core::{ToolCall, crisis::Band};
use std::hint::black_box;
use std::time::{Duration, Instant};

const MEDIAN_US: f64 = 60.0;
const ROUNDS: usize = 4000;

/// About 500 characters each: ordinary, distressed, in crisis.
const MESSAGES: &[&str] = &[
    "Hi, could you move the meeting with the design team to Thursday and send everybody the new agenda? I would like to \
     talk about the release first, then about the two bugs that customers reported last week, and at the end about who \
     takes over support in December. Please also book the large room, since Anna and Tom will join us in person this \
     time. If Thursday does not work for most people, propose the Monday after, but not before ten. And remind me to \
     bring the printed drafts with me. Thank you so much for your help!",
    "I don't really know where to start. I moved to this city for a job that I thought would fix everything and it \
     didn't. I go to work, I come home, I stare at the wall. My friends from college have stopped calling. I feel so \
     lonely that I talk to my plants, and I cry in the car. My mother says that it will pass. It doesn't feel like it \
     will. I know I should see somebody about it but I'm scared of what they would say. How do people make friends after \
     university? Did it get better for you at some point?",
    "I used to be the funny one. I still am, at work. Then I get in the elevator and my face falls off. It has been like \
     this for eight months. Nobody blames me, they say. I blame me. I can't go on like this and I don't want to be alive \
     anymore. Everyone would be better off without me, my kids too. I have thought about it for a long time and I think \
     about how to end it every night. I don't know why I'm writing this to a machine. I guess I just wanted to tell \
     somebody before I do something stupid. Sorry for that.",
];

pub fn measure(report: &mut Report) -> Result<(), Failure> {
    report.part("crisis: reading a message of 500 characters");
    for (name, message) in ["ordinary", "distress", "crisis"].iter().zip(MESSAGES) {
        let times = time(|| read(black_box(message)).band as usize);
        let (median, p99) = (us(times.median()), us(times.p99()));
        let figure = format!("median {median:.1} µs, p99 {p99:.1} µs ({} characters)", message.len());
        report.target(name, &figure, &format!("median {MEDIAN_US} µs"), median <= MEDIAN_US);
    }
    let call = ToolCall::shell("git status");
    let times = time(|| lane::notice(black_box(&call)).map_or(Band::None as usize, |n| n.band as usize));
    let median = us(times.median());
    report.target("without a person", &format!("median {median:.2} µs"), "below 0.2 µs", median < 0.2);
    Ok(())
}

fn time(mut f: impl FnMut() -> usize) -> Times {
    let mut times: Vec<Duration> = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS + ROUNDS / 10 {
        let start = Instant::now();
        black_box(f());
        let time = start.elapsed();
        if round >= ROUNDS / 10 {
            times.push(time);
        }
    }
    Times::new(times)
}
