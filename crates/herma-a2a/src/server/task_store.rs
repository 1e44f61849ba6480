//! Where tasks are kept: one SQLite file, readable by its owner alone, tasks stored whole.
//!
//! It lies beside the store of requests and not in it: tasks hold strangers' words in full and are many, the store holds
//! people's decisions and must stay small and quick for every hook. One thread writes, and commits what has queued up in
//! one go, so that a durable write costs a share of a sync and not a whole one.

use crate::protocol::{State, Status, Task};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use tokio::sync::oneshot;

/// The form of the file.
const VERSION: i64 = 1;
/// Writes that share one commit.
const TOGETHER: usize = 256;
/// Another process on the same file is an operator's look at it.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum TaskStoreError {
    #[error("the tasks cannot be kept: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("the tasks cannot be kept: {0}")]
    Io(#[from] std::io::Error),
    #[error("`{0}` was written by a newer Herma; upgrade")]
    Newer(String),
    #[error("`{0}` is in use by another `herma a2a serve`")]
    Taken(String),
    #[error("whoever keeps the tasks is gone")]
    Gone,
}

type Result<T> = std::result::Result<T, TaskStoreError>;

/// A task with what only we know about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub task: Task,
    /// Whose it is: the identity in the certificate that sent it.
    pub peer: String,
    /// Who handed it on before them.
    pub chain: Vec<String>,
    /// The message that is judged and run next.
    pub message: Value,
    /// The request for approval that it waits for.
    pub request: Option<String>,
}

impl Kept {
    fn body(&self) -> String {
        json!({"status": self.task.status.message, "artifacts": self.task.artifacts, "history": self.task.history,
            "chain": self.chain, "message": self.message})
        .to_string()
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<Kept> {
        let body: String = row.get("body")?;
        let mut body: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
        let mut take = |name: &str| body.get_mut(name).map(Value::take).unwrap_or(Value::Null);
        let list = |value: Value| match value {
            Value::Array(all) => all,
            _ => Vec::new(),
        };
        let state: String = row.get("state")?;
        Ok(Kept {
            peer: row.get("peer")?,
            request: row.get("request")?,
            chain: list(take("chain")).iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
            message: take("message"),
            task: Task {
                id: row.get("id")?,
                context: row.get("context")?,
                status: Status {
                    // What cannot be read is over, and was not done.
                    state: State::named(&state).unwrap_or(State::Failed),
                    message: Some(take("status")).filter(|message| !message.is_null()),
                    at: row.get("at")?,
                },
                artifacts: list(take("artifacts")),
                history: list(take("history")),
            },
        })
    }
}

/// Which tasks of a peer are meant.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub context: Option<String>,
    pub state: Option<State>,
    pub after: Option<i64>,
    /// Behind this one: time and id.
    pub cursor: Option<(i64, String)>,
    pub limit: usize,
}

#[derive(Debug)]
pub struct Listed {
    pub tasks: Vec<Task>,
    pub total: i64,
    /// There are more behind the last one.
    pub more: bool,
}

type Answer = Box<dyn FnOnce(bool) + Send>;
type Job = Box<dyn FnOnce(&Transaction<'_>) -> Answer + Send>;

/// The tasks of one serving agent.
#[derive(Debug)]
pub struct TaskStore {
    jobs: mpsc::Sender<Job>,
    reader: Mutex<Connection>,
    /// Held as long as we serve: two servers would run a task twice.
    _lock: Option<std::fs::File>,
}

impl TaskStore {
    pub fn open(path: &Path) -> Result<Arc<TaskStore>> {
        let lock = lock_beside(path)?;
        // SQLite makes its side files with the mode of the main one.
        if !path.exists() {
            crate::pki::private_file(path, b"")?;
        }
        let writer = Connection::open(path)?;
        writer.busy_timeout(PATIENCE)?;
        writer.pragma_update(None, "journal_mode", "WAL")?;
        writer.pragma_update(None, "synchronous", "FULL")?;
        let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version > VERSION {
            return Err(TaskStoreError::Newer(path.display().to_string()));
        }
        writer.execute_batch(
            "CREATE TABLE IF NOT EXISTS task (
                 id TEXT PRIMARY KEY, peer TEXT NOT NULL, context TEXT NOT NULL, state TEXT NOT NULL,
                 at INTEGER NOT NULL, request TEXT, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
             CREATE INDEX IF NOT EXISTS task_of_peer ON task (peer, at DESC, id DESC);
             CREATE INDEX IF NOT EXISTS task_open ON task (state)
                 WHERE state NOT IN ('completed', 'failed', 'canceled', 'rejected');
             CREATE TABLE IF NOT EXISTS push (
                 task TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (task, id)) STRICT, WITHOUT ROWID;",
        )?;
        writer.pragma_update(None, "user_version", VERSION)?;
        let reader = Connection::open(path)?;
        reader.busy_timeout(PATIENCE)?;
        reader.pragma_update(None, "query_only", true)?;
        let (jobs, queue) = mpsc::channel();
        std::thread::Builder::new().name("shelf".to_owned()).spawn(move || keep(writer, &queue))?;
        Ok(Arc::new(TaskStore { jobs, reader: Mutex::new(reader), _lock: Some(lock) }))
    }

    /// Does something in the next commit; durable when this returns.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |transaction| {
            let done = work(transaction);
            Box::new(move |committed| {
                let answer = match committed {
                    true => done.map_err(TaskStoreError::from),
                    false => Err(TaskStoreError::Gone),
                };
                // Whoever asked may have gone away; it is written all the same.
                let _ = tell.send(answer);
            })
        });
        self.jobs.send(job).map_err(|_| TaskStoreError::Gone)?;
        told.await.map_err(|_| TaskStoreError::Gone)?
    }

    fn reader(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub async fn add(&self, kept: Kept) -> Result<()> {
        self.write(move |t| {
            t.prepare_cached(
                "INSERT INTO task (id, peer, context, state, at, request, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                kept.task.id,
                kept.peer,
                kept.task.context,
                kept.task.status.state.plain(),
                kept.task.status.at,
                kept.request,
                kept.body()
            ])
            .map(drop)
        })
        .await
    }

    /// Writes a task's new state, if it still stands where it stood. False: somebody else was faster.
    pub async fn change(&self, kept: Kept, from: State) -> Result<bool> {
        self.write(move |t| {
            let changed = t
                .prepare_cached(
                    "UPDATE task SET state = ?2, at = ?3, request = ?4, body = ?5 WHERE id = ?1 AND state = ?6",
                )?
                .execute(params![
                    kept.task.id,
                    kept.task.status.state.plain(),
                    kept.task.status.at,
                    kept.request,
                    kept.body(),
                    from.plain()
                ])?;
            Ok(changed == 1)
        })
        .await
    }

    pub async fn remove(&self, id: String) -> Result<()> {
        self.write(move |t| {
            t.execute("DELETE FROM push WHERE task = ?1", [&id])?;
            t.execute("DELETE FROM task WHERE id = ?1", [&id]).map(drop)
        })
        .await
    }

    /// Forgets what was over before this time, milliseconds since the epoch. Gives how many.
    pub async fn sweep(&self, before: i64) -> Result<usize> {
        const OVER: &str = "state IN ('completed', 'failed', 'canceled', 'rejected') AND at < ?1";
        self.write(move |t| {
            t.execute(
                &format!("DELETE FROM push WHERE task IN (SELECT id FROM task WHERE {OVER})"),
                [before],
            )?;
            t.execute(&format!("DELETE FROM task WHERE {OVER}"), [before])
        })
        .await
    }

    /// A task of this peer. Another's is not there.
    pub fn task(&self, id: &str, peer: &str) -> Result<Option<Kept>> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT * FROM task WHERE id = ?1 AND peer = ?2")?;
        Ok(query.query_row([id, peer], Kept::read).optional()?)
    }

    /// Every task that is not over, the oldest first.
    pub fn open_tasks(&self) -> Result<Vec<Kept>> {
        let reader = self.reader();
        let mut query = reader.prepare(
            "SELECT * FROM task WHERE state NOT IN ('completed', 'failed', 'canceled', 'rejected') ORDER BY at, id",
        )?;
        let all = query.query_map([], Kept::read)?.collect::<rusqlite::Result<_>>()?;
        Ok(all)
    }

    pub fn list(&self, peer: &str, wanted: &Wanted) -> Result<Listed> {
        let reader = self.reader();
        let state = wanted.state.map(State::plain);
        let filter = "peer = ?1 AND (?2 IS NULL OR context = ?2) AND (?3 IS NULL OR state = ?3) AND (?4 IS NULL OR at > ?4)";
        let mut count = reader.prepare_cached(&format!("SELECT COUNT(*) FROM task WHERE {filter}"))?;
        let total = count.query_row(params![peer, wanted.context, state, wanted.after], |row| row.get(0))?;
        let mut query = reader.prepare_cached(&format!(
            "SELECT * FROM task WHERE {filter} AND (?5 IS NULL OR (at, id) < (?5, ?6)) ORDER BY at DESC, id DESC LIMIT ?7"
        ))?;
        let (at, id) = wanted.cursor.clone().unzip();
        // One more than asked for says whether there are more.
        let limit = i64::try_from(wanted.limit.saturating_add(1)).unwrap_or(i64::MAX);
        let rows =
            query.query_map(params![peer, wanted.context, state, wanted.after, at, id, limit], Kept::read)?;
        let mut tasks: Vec<Task> =
            rows.map(|row| row.map(|kept| kept.task)).collect::<rusqlite::Result<_>>()?;
        let more = tasks.len() > wanted.limit;
        tasks.truncate(wanted.limit);
        Ok(Listed { tasks, total, more })
    }

    pub async fn put_push(&self, task: String, id: String, config: Value) -> Result<()> {
        self.write(move |t| {
            t.execute(
                "INSERT INTO push (task, id, body) VALUES (?1, ?2, ?3)
                 ON CONFLICT (task, id) DO UPDATE SET body = excluded.body",
                params![task, id, config.to_string()],
            )
            .map(drop)
        })
        .await
    }

    pub async fn remove_push(&self, task: String, id: String) -> Result<bool> {
        self.write(move |t| Ok(t.execute("DELETE FROM push WHERE task = ?1 AND id = ?2", [task, id])? == 1))
            .await
    }

    pub fn pushes(&self, task: &str) -> Result<Vec<Value>> {
        let reader = self.reader();
        let mut query = reader.prepare_cached("SELECT body FROM push WHERE task = ?1 ORDER BY id")?;
        let rows = query.query_map([task], |row| row.get::<_, String>(0))?;
        let bodies: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        Ok(bodies.iter().filter_map(|body| serde_json::from_str(body).ok()).collect())
    }
}

fn lock_beside(path: &Path) -> Result<std::fs::File> {
    let lock = path.with_extension("lock");
    if let Some(folder) = path.parent() {
        crate::pki::private_folder(folder)?;
    }
    if !lock.exists() {
        // Two who start at once: one makes it, both open it.
        let _ = crate::pki::private_file(&lock, b"");
    }
    let file = std::fs::OpenOptions::new().write(true).open(&lock)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(TaskStoreError::Taken(path.display().to_string())),
        Err(std::fs::TryLockError::Error(error)) => Err(error.into()),
    }
}

fn keep(mut writer: Connection, queue: &mpsc::Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut answers = Vec::new();
        let committed = match writer.transaction() {
            Ok(transaction) => {
                answers.push(first(&transaction));
                let more = std::iter::from_fn(|| queue.try_recv().ok()).take(TOGETHER);
                answers.extend(more.map(|job| job(&transaction)));
                transaction.commit().is_ok()
            }
            // Dropping the job tells whoever waits that it was not done.
            Err(_) => false,
        };
        for answer in answers {
            answer(committed);
        }
    }
}
