//! External assessors: programs of the user's own that see each judged call and may raise it, never lower it
//! (`docs/assessors.md`). None is configured, nothing is started.
//!
//! What they say becomes part of the call's context, and the call is judged again with it: so a raise goes through the
//! same lines as everything else, and what is approved is bound to it.

use crate::effective_policy::EffectivePolicy;
use herma_core::call::{Finding, FindingSource, ToolCall};
use herma_core::effect::Tier;
use herma_core::policy::{Assessor, OnFailure};
use herma_core::{Decision, Verdict, World};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// An answer is a sentence.
const ANSWER_MAX: u64 = 64 << 10;
const REASON_MAX: usize = 400;

/// What became of one assessor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub name: String,
    /// What it said in a word, or why it said nothing.
    pub came_to: Result<String, String>,
}

/// Whether programs can be started at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    Now,
    /// The disk hangs: each of them counts as failed.
    Never,
}

/// Judges a call, and lets the assessors look at it. What they raise is in the call's context afterwards.
pub fn judge(
    in_force: &EffectivePolicy,
    call: &mut ToolCall,
    world: &dyn World,
    agent: &str,
    run: Run,
) -> (Verdict, Vec<Ran>) {
    let verdict = in_force.judge(call, world);
    look(in_force, call, world, agent, run, verdict)
}

/// Lets the assessors look at a call that was judged.
pub fn look(
    in_force: &EffectivePolicy,
    call: &mut ToolCall,
    world: &dyn World,
    agent: &str,
    run: Run,
    verdict: Verdict,
) -> (Verdict, Vec<Ran>) {
    let all = &in_force.policy().assessors;
    if all.is_empty() {
        return (verdict, Vec::new());
    }
    let looking: Vec<&Assessor> = all.iter().filter(|one| one.looks_at(call, &verdict.assessment)).collect();
    let input = input(call, &verdict, agent);
    let (mut raised, mut ran) = (Vec::new(), Vec::new());
    let answers: Vec<Result<Answer, String>> = match run {
        Run::Never => looking.iter().map(|_| Err("the disk does not answer".to_owned())).collect(),
        Run::Now => std::thread::scope(|scope| {
            let started: Vec<_> =
                looking.iter().map(|one| scope.spawn(|| ask(one, input.as_bytes()))).collect();
            let failed = |_| Err("it could not be waited for".to_owned());
            started.into_iter().map(|one| one.join().unwrap_or_else(failed)).collect()
        }),
    };
    for (assessor, answer) in looking.iter().zip(answers) {
        let name = assessor.name.clone();
        match &answer {
            Ok(answer) if answer.raises() => raised.push(Finding {
                by: FindingSource::Assessor(name.clone()),
                decision: answer.raise,
                tier: answer.tier,
                reason: answer.reason.clone(),
            }),
            Ok(_) => {}
            Err(why) if assessor.on_failure == OnFailure::Close => raised.push(Finding {
                by: FindingSource::Assessor(name.clone()),
                decision: Decision::Ask,
                tier: None,
                reason: format!("it came to no answer: {why}"),
            }),
            Err(_) => {}
        }
        ran.push(Ran { name, came_to: answer.map(|answer| answer.raise.as_str().to_owned()) });
    }
    if raised.is_empty() {
        return (verdict, ran);
    }
    call.context.raised = raised;
    (in_force.judge(call, world), ran)
}

/// How long all of them together may take: they run at the same time.
pub fn longest(in_force: &EffectivePolicy) -> Option<Duration> {
    in_force.policy().assessors.iter().map(|one| Duration::from_millis(one.deadline_ms)).max()
}

/// The whole verdict, and the whole call: an assessor is its user's own program, and nothing is taken out.
fn input(call: &ToolCall, verdict: &Verdict, agent: &str) -> String {
    let mut value: Value = serde_json::from_str(&verdict.to_json_line(&Value::Null, 0)).unwrap_or_default();
    let taint: Vec<Value> = call
        .context
        .taint
        .iter()
        .map(|one| json!({"source": one.source, "order": one.order, "names": one.names}))
        .collect();
    if let Some(members) = value.as_object_mut() {
        members.insert("tool".to_owned(), call.tool.clone().into());
        members.insert("args".to_owned(), call.args.clone());
        members.insert("agent".to_owned(), agent.into());
        members.insert("session".to_owned(), call.origin.session.clone().into());
        members.insert("cwd".to_owned(), call.cwd.clone().into());
        members.insert("taint".to_owned(), taint.into());
    }
    let mut line = value.to_string();
    line.push('\n');
    line
}

struct Answer {
    raise: Decision,
    tier: Option<Tier>,
    reason: String,
}

impl Answer {
    fn raises(&self) -> bool {
        self.raise != Decision::Allow || self.tier.is_some()
    }

    /// Anything but what is documented is a failure: a guess would be somebody else's decision.
    fn parse(output: &[u8]) -> Result<Answer, String> {
        let value: Value = serde_json::from_slice(output).map_err(|_| "its answer is no JSON".to_owned())?;
        let members = value.as_object().ok_or("its answer is no JSON object")?;
        let raise = match members.get("raise") {
            None | Some(Value::Null) => Decision::Allow,
            Some(Value::String(word)) if word == "ask" => Decision::Ask,
            Some(Value::String(word)) if word == "deny" => Decision::Deny,
            Some(_) => return Err("`raise` is neither \"ask\", \"deny\" nor null".to_owned()),
        };
        let tier = match members.get("tier") {
            None | Some(Value::Null) => None,
            Some(word) => {
                let known = Tier::ALL.iter().copied().find(|tier| word.as_str() == Some(tier.as_str()));
                Some(known.ok_or("`tier` is no tier")?)
            }
        };
        let reason = match members.get("reason") {
            None | Some(Value::Null) => "it gives no reason".to_owned(),
            Some(Value::String(text)) => text.chars().take(REASON_MAX).collect(),
            Some(_) => return Err("`reason` is no text".to_owned()),
        };
        Ok(Answer { raise, tier, reason })
    }
}

fn ask(assessor: &Assessor, input: &[u8]) -> Result<Answer, String> {
    let until = Instant::now() + Duration::from_millis(assessor.deadline_ms);
    let Some((program, arguments)) = assessor.command.split_first() else {
        return Err("it has no program".to_owned());
    };
    let mut child = Command::new(program)
        .args(arguments)
        // Not where the agent works: a project must not bring files that change what it does.
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    let group = rustix::process::Pid::from_child(&child);
    let (stdin, (send, receive)) = (child.stdin.take(), mpsc::channel());
    let input = input.to_vec();
    // Both end with the child, which ends by the deadline.
    std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // Who does not read it may answer all the same.
            let _ = stdin.write_all(&input);
        }
    });
    std::thread::spawn(move || {
        // Nobody listens only after the deadline.
        let _ = send.send(output(child));
    });
    match receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(said) => said.and_then(|output| Answer::parse(&output)),
        Err(_) => {
            // The whole group: what it started must not outlive it.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            Err(format!("it took longer than {} ms", assessor.deadline_ms))
        }
    }
}

fn output(mut child: Child) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match child.stdout.take() {
        Some(stdout) => stdout.take(ANSWER_MAX + 1).read_to_end(&mut bytes),
        None => Ok(0),
    };
    if bytes.len() as u64 > ANSWER_MAX {
        let _ = child.kill();
        let _ = child.wait();
        return Err("its answer is too long".to_owned());
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    read.map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(bytes),
        false => Err(format!("it ended with {status}")),
    }
}

#[cfg(test)]
mod tests;
