use super::check;
use crate::knowledge::Lang::Ruby;

#[test]
fn processes() {
    check(
        Ruby,
        &[
            ("system('rm -rf /')", "shell rm -rf /"),
            ("system 'rm', '-rf', '/'", "argv rm -rf /"),
            ("d = '/'\nsystem \"rm -rf #{d}\"", "shell rm -rf /"),
            ("puts `id`", "shell id"),
            ("x = %x(ls -la)", "shell ls -la"),
            ("exec \"/bin/sh\"", "shell /bin/sh"),
            ("IO.popen(['ls', '-l']) { |io| puts io.read }", "argv ls -l"),
            ("require 'open3'\nout, s = Open3.capture2e('ls', '-l')", "argv ls -l"),
            ("Kernel.send(:system, 'id')", "shell id"),
            ("send('sys' + 'tem', 'id')", "shell id"),
            ("method(:system).call('id')", "shell id"),
            ("system(['rm', '-rf', '/'].join(' '))", "shell rm -rf /"),
            ("system('/ fr- mr'.reverse)", "shell rm -rf /"),
            ("system(['726d'].pack('H*') + ' x')", "shell rm x"),
            ("require 'base64'; eval Base64.decode64('c3lzdGVtKCdpZCcp')", "shell id"),
            ("eval(gets)", "eval"),
            ("Process.kill('TERM', Process.ppid)", "kill $PPID"),
            ("Process.kill(9, -1)", "kill -1"),
            ("open('|id').read", "shell id"),
            ("%w[ls id].each { |c| system(c) }", "shell ls; shell id"),
        ],
    );
}

#[test]
fn files() {
    check(
        Ruby,
        &[
            ("FileUtils.rm_rf(Dir.home)", "delete! ~"),
            ("require 'fileutils'; FileUtils.rm_rf '/etc'", "delete! /etc"),
            ("FileUtils.rm_r(File.join(ENV['HOME'], 'x'), secure: true)", "delete! ~/x"),
            ("Dir.glob('/etc/*').each { |f| File.delete(f) }", "delete /etc/*"),
            ("Dir['/etc/*'].each do |f|\n  File.unlink f\nend", "delete /etc/*"),
            ("Dir.each_child('/etc') { |f| File.delete(\"/etc/#{f}\") }", "delete /etc/*"),
            ("Dir.glob('*').select { |f| f.end_with?('.tmp') }.each { |f| File.delete(f) }", "delete ?"),
            ("Dir.glob('*').each { |f| File.delete(f) if f.end_with?('.tmp') }", "delete ?"),
            ("File.write('a.txt', File.read('b.txt').upcase)", "read b.txt; write a.txt"),
            ("File.open('x', 'w') { |f| f.puts 1 }", "write x"),
            ("File.open('x') do |f|\n  puts f.read\nend", "read x"),
            (
                "File.rename('a', 'b'); FileUtils.mv 'c', 'd'; FileUtils.chmod_R 0777, '/etc'",
                "move a b; move c d; mode! /etc",
            ),
            ("require 'pathname'; Pathname.new('/etc').join('x').rmtree", "delete! /etc/x"),
            ("File.delete(\"#{Dir.home}/.bashrc\")", "delete ~/.bashrc"),
            ("FileUtils.cd('/') { FileUtils.rm_rf('etc') }", "delete! /etc"),
        ],
    );
}

#[test]
fn network() {
    check(
        Ruby,
        &[
            ("require 'net/http'; puts Net::HTTP.get(URI('https://x.example/'))", "fetch https://x.example/"),
            ("Net::HTTP.post(URI('https://x'), 'data')", "send https://x"),
            (
                "require 'open-uri'; eval URI.open('https://x/y.rb').read",
                "fetch https://x/y.rb; eval downloaded",
            ),
            (
                "require 'socket'; s = TCPSocket.new('10.0.0.1', 4242); while l = s.gets; end",
                "connect 10.0.0.1:4242",
            ),
            ("TCPServer.new('127.0.0.1', 80)", "listen 127.0.0.1"),
            ("db = SQLite3::Database.new('x.db'); db.execute('drop table t')", "sql drop table t"),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Ruby,
        &[
            ("puts YAML.load_file(\"config/en.yml\")[\"en\"].keys.sort", "read config/en.yml"),
            ("puts 'system(\"rm -rf /\")' # system('x')", ""),
            ("a = [1,2]; a.delete(1); h = {system: 1, 'rm' => 2}; h.delete(:system); puts h", ""),
            ("x = y / 2; z = s =~ /rm -rf \\//; puts \"#{x} #{z ? 'a' : 'b'}\"", ""),
            ("def remove(x)\n  x + 1\nend\nputs remove(3)", ""),
            ("class Foo\n  attr_reader :a\n  def initialize(a) = @a = a\nend\nputs Foo.new(1).a", ""),
            ("t = <<~EOS\n  system('rm -rf /')\nEOS\nputs t", ""),
            ("puts [3,1].sort.map { |x| x * 2 }.join(', ')\nputs %w[a b].inspect, %q(it's), ?a", ""),
            ("ARGF.each_line { |l| puts l if l.match?(/`id`/) }", ""),
        ],
    );
}
