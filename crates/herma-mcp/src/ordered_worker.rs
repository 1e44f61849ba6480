//! Order is kept until somebody has to be asked: then the rest goes on, and the one that waits comes later.

use std::sync::mpsc::{Receiver, Sender, channel};

type Job = Box<dyn FnOnce(&mut dyn FnMut()) + Send>;

enum News {
    Done,
    Waits,
}

struct Worker {
    jobs: Sender<Job>,
    news: Receiver<News>,
}

/// One that works in the order of what it is given, but for what waits.
#[derive(Default)]
pub(crate) struct OrderedWorker {
    worker: Option<Worker>,
}

impl OrderedWorker {
    /// Comes back when the job is done, or waits. `false`: nobody could be found to do it, or it broke down.
    #[must_use]
    pub fn run(&mut self, job: Job) -> bool {
        let Some(worker) = self.worker.take().or_else(start) else { return false };
        if worker.jobs.send(job).is_err() {
            return false;
        }
        match worker.news.recv() {
            Ok(News::Done) => {
                self.worker = Some(worker);
                true
            }
            // It is on its own now, and ends with its job.
            Ok(News::Waits) => true,
            Err(_) => false,
        }
    }
}

fn start() -> Option<Worker> {
    let (jobs, work) = channel::<Job>();
    let (tell, news) = channel();
    let worker = move || {
        while let Ok(job) = work.recv() {
            let mut told = false;
            job(&mut || {
                if !std::mem::replace(&mut told, true) {
                    let _ = tell.send(News::Waits);
                }
            });
            if !told {
                let _ = tell.send(News::Done);
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(herma_core::work::STACK)
        .name("rule".to_owned())
        .spawn(worker)
        .ok()?;
    Some(Worker { jobs, news })
}
