//! What lies where: names and patterns of paths that matter. Those of agents and chat channels are in their specs
//! (`knowledge/agents/`, `knowledge/channels/`), and joined to Herma's own here.

use herma_specs::lists as agents;

/// A list of our own, and one that specs make.
macro_rules! joined {
    ($own:expr, $agents:expr) => {{
        const OWN: &[&str] = $own;
        const ALL: [&str; OWN.len() + $agents.len()] = join(OWN, $agents);
        &ALL
    }};
}
pub(super) use joined;

pub(super) const fn join<const N: usize>(own: &[&'static str], agents: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < own.len() { own[at] } else { agents[at - own.len()] };
        at += 1;
    }
    all
}

/// Folders whose loss is the loss of the system. `lib*` covers lib32, lib64, libx32.
#[rustfmt::skip]
pub(super) const SYSTEM_FOLDERS: &[&str] = &[
    "bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "libx32", "opt", "proc", "root", "sbin",
    "sys", "usr", "var", "Users", "System", "Library", "Applications",
];

/// Folders that builds and tools make, and make again. Sorted: looked up for every component of every path.
#[rustfmt::skip]
pub(super) const BUILD_FOLDERS: &[&str] = &[
    ".angular", ".cache", ".dart_tool", ".docusaurus", ".eggs", ".gradle", ".hypothesis",
    ".ipynb_checkpoints", ".mypy_cache", ".next", ".nox", ".nuxt", ".nyc_output", ".output",
    ".parcel-cache", ".pytest_cache", ".ruff_cache", ".serverless", ".svelte-kit", ".terraform", ".tmp",
    ".tox", ".turbo", ".venv", ".vite", ".zig-cache", "DerivedData", "__pycache__", "_build", "_site",
    "bower_components", "build", "cmake-build-debug", "cmake-build-release", "coverage", "dist", "htmlcov",
    "logs", "node_modules", "obj", "out", "pkg", "playwright-report", "site-packages", "storybook-static",
    "target", "temp", "test-results", "tmp", "venv", "zig-cache", "zig-out",
];

/// File names that builds and tools make.
#[rustfmt::skip]
pub(super) const BUILD_FILES: &[&str] = &[
    "*.o", "*.obj", "*.pyc", "*.pyo", "*.class", "*.log", "*.tmp", "*.temp", "*.swp", "*.swo", "*.orig",
    "*.rej", "*~", "*.gcda", "*.gcno", "*.gcov", "*.profraw", "*.tsbuildinfo", "*.egg-info", ".DS_Store",
    "Thumbs.db", ".coverage", "*.a", "*.so", "*.dll", "*.exe", "a.out", "core", "core.*", "nohup.out",
    "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "*.aux", "*.toc", "*.bbl", "*.blg", "*.fls",
    "*.fdb_latexmk", "*.synctex.gz", "*.pid", ".eslintcache", "*.stamp", "*.d.ts.map", "*.tar.part",
    "*.whl", "*.bak", "*.out", "reproduce*", "repro.*", "repro_*", "tmp_*", "test_output*",
];

/// Secrets by their place below a home.
#[rustfmt::skip]
pub(super) const HOME_SECRETS: &[&str] = joined!(joined!(&[
    ".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".python_history", ".node_repl_history",
    ".sqlite_history", ".ssh/*", ".gnupg*", ".aws/credentials*", ".aws/config", ".aws/sso*", ".aws/cli*", ".aws",
    ".kube*", ".docker/config.json", ".netrc", "_netrc", ".npmrc", ".yarnrc", ".pypirc", ".git-credentials",
    ".config/gh/*", ".config/hub", ".config/gcloud*", ".azure", ".azure/*", ".password-store*",
    ".local/share/keyrings*", "Library/Keychains*", ".pgpass", ".my.cnf", ".vault-token", ".config/op",
    ".config/op/*", ".config/rclone/*", ".cargo/credentials*", ".gem/credentials", ".terraform.d/credentials*",
    ".config/Bitwarden*", ".mozilla/*", ".config/google-chrome/*", ".config/chromium/*", ".config/BraveSoftware/*",
    "Library/Application Support/Google/Chrome/*", "Library/Application Support/Firefox/*", "Library/Cookies*",
    ".bitcoin/*", ".ethereum/*", ".config/solana/*", ".electrum*", ".config/doctl/*", ".fly/*", ".heroku*",
    ".config/heroku*", ".databrickscfg", ".s3cfg", ".boto", ".config/sops*", ".age", ".age/*", ".age-*", ".step/*",
    ".oci/*", ".ssh", ".authinfo*", ".msmtprc", ".config/msmtp*", ".config/pulse/cookie", ".Xauthority",
    ".config/tea", ".config/tea/*", ".snowflake/*", ".keychain*", ".putty*", ".wallet*", ".monero*",
    ".bashrc_secrets", ".secrets*", ".huggingface/token", ".cache/huggingface/token", ".m2/settings*.xml",
    ".gradle/gradle.properties", ".composer/auth.json", ".config/composer/auth.json",
    ".config/Signal*", ".thunderbird*", "Library/Messages/*",
    "Library/Mail/*", ".config/Code/User/globalStorage/*", ".local/share/kwalletd/*", ".purple*", ".config/hexchat*",
    ".irssi*", ".weechat*", ".subversion/auth/*", ".config/filezilla*", ".config/remmina*", ".local/share/remmina*",
    ".vnc/passwd", ".config/nextcloud*", ".config/gopass*", ".config/1Password*", ".config/vault*", ".tsh", ".tsh/*",
    ".config/stripe*", ".config/netlify*", ".netlify/*", ".vercel/auth.json", ".local/share/com.vercel.cli/*",
    ".config/configstore/*", ".railway/*", ".supabase/access-token", ".config/ngrok/*", ".ngrok2/*", ".cloudflared/*",
    ".digitalocean*", ".linode*", ".hcloud*", ".config/hcloud/*", ".kaggle/kaggle.json", ".config/wandb*",
    ".cdsapirc", ".lftprc", ".local/share/lftp/*", ".fetchmailrc", ".mbsyncrc", ".offlineimaprc", ".config/aerc/*",
    ".config/neomutt*", ".muttrc", ".jupyter/jupyter_*_config.json", ".rediscli_history", ".lesshst", ".viminfo",
    ".local/share/fish/fish_history", ".config/fish/fish_variables", ".dbshell", ".mongorc.js", ".irb_history",
    ".gdb_history", ".bash_sessions/*", ".zsh_sessions/*", ".mylogin.cnf", ".bundle/config", ".nuget/NuGet/*",
    ".wrangler/*", ".circleci/*", ".mc/config.json", ".local/share/DBeaverData/*", ".config/JetBrains/*/options/*",
], agents::SECRETS), herma_specs::CHANNEL_SECRETS);

/// Secrets by their place on the system.
#[rustfmt::skip]
pub(super) const SYSTEM_SECRETS: &[&str] = &[
    "*/wp-config.php", "/etc/shadow*", "/etc/gshadow*", "/etc/master.passwd", "/etc/security/opasswd", "/etc/krb5.keytab",
    "/etc/ssl/private/*", "/etc/pki/tls/private/*", "/etc/letsencrypt/live/*/privkey*.pem",
    "/etc/letsencrypt/archive/*/privkey*.pem", "/etc/letsencrypt/accounts/*", "/etc/ssh/ssh_host_*_key",
    "/etc/mysql/debian.cnf", "/etc/kubernetes/*.conf", "/etc/kubernetes/pki/*", "/etc/rancher/*",
    "/etc/NetworkManager/system-connections*", "/etc/openvpn/*", "/etc/wireguard/*", "/etc/wpa_supplicant*",
    "/etc/ipsec.secrets", "/etc/gitlab/*", "/tmp/krb5cc*", "/run/user/*/krb5cc*", "/etc/ppp/*secrets", "/etc/tomcat*/tomcat-users.xml", "/etc/sssd/*", "/etc/ansible/vault*",
    "/etc/vault*", "/etc/docker/key.json", "/etc/grub.d/*password*", "/var/run/secrets/*", "/run/secrets/*",
    "/var/lib/docker/secrets/*", "/var/lib/kubelet/pki/*", "/var/lib/kubelet/pods/*", "/var/mail/*",
    "/var/spool/mail/*", "/var/db/dslocal/*", "/var/db/shadow/*", "/private/var/db/dslocal/*",
    "/Library/Keychains/*", "/System/Library/Keychains/*", "/proc/*/environ", "/proc/*/mem", "/proc/kcore",
    "/proc/*/cwd/.env*", "/proc/*/root/*", "/var/lib/NetworkManager/*", "/var/lib/sss/secrets/*",
    "/var/lib/gdm*/.local/share/keyrings/*", "/root/.ssh/*", "/var/backups/shadow*", "/var/backups/passwd*",
    "/var/lib/pgsql/.pgpass", "/var/lib/postgresql/.pgpass", "/var/lib/jenkins/secrets/*",
    "/var/lib/jenkins/credentials.xml", "/opt/splunk/etc/auth/*", "/etc/exim*/passwd.client",
    "/var/lib/cloud/*", "/etc/gitlab-runner/*", "/etc/buildkite-agent/*", "/etc/*/*password*", "/etc/*/*secret*",
    "/etc/*/*token*", "/etc/*/*credential*", "/etc/*/*.key", "/etc/postfix/sasl_passwd*", "/etc/cifs*", "/etc/samba/*creds*", "/etc/rsyncd.secrets",
];

/// Devices through which a person can be watched.
#[rustfmt::skip]
pub(super) const WATCHING_DEVICES: &[&str] = &[
    "input/*", "hidraw*", "video*", "snd/*", "fb*", "vcs*", "uinput",
];

/// Programs that log in somewhere, and keep the login in their settings: the folder or file below a home is called like
/// them. Sorted.
#[rustfmt::skip]
pub(super) const LOGS_IN: &[&str] = &[
    "aerc", "age", "airflow", "akamai", "aliyun", "ansible", "anthropic", "apprunner", "argocd", "artifactory",
    "asana", "atlas", "atlascli", "atlassian", "auth0", "aws", "awsume", "azure", "b2", "bitbucket",
    "bitwarden", "bluemix", "borg", "buildkite", "bun", "bw", "cargo", "cf", "chef", "circleci", "civo",
    "clickhouse", "clickhouse-client", "cloudflare", "cloudflared", "cloudfoundry", "codeberg", "codefresh",
    "coder", "comet", "composer", "conan", "conda", "confluence", "consul", "containers", "copr", "cosign",
    "credstash", "dagger", "databricks", "datadog", "dbt", "deno", "digitalocean", "discord", "docker", "doctl",
    "doppler", "dropbox", "duplicity", "edge", "elastic", "electrum", "ethereum", "exercism", "exoscale",
    "expo", "fastly", "filebeat", "firebase", "fly", "flyctl", "gcloud", "gem", "gerrit", "gh", "gist", "gitea",
    "github", "gitlab", "glab", "glab-cli", "gopass", "grafana", "hashicorp", "hcloud", "helm", "heroku",
    "hetzner", "hex", "honeycomb", "hub", "huggingface", "ibmcloud", "infisical", "influx", "influxdbv2",
    "jenkins", "jfrog", "jira", "k9s", "kaggle", "keybase", "kraken", "kube", "lacework", "lastpass",
    "launchdarkly", "lexoffice", "lftp", "linear", "linode", "linode-cli", "litecoin", "mailgun", "mapbox",
    "mastodon", "maven", "mbsync", "mc", "minio", "mlflow", "modal", "monero", "mongocli", "mongodb", "msmtp",
    "mullvad", "mutt", "mysql", "neon", "neptune", "netlify", "netrc", "newrelic", "ngc", "ngrok", "nomad",
    "notion", "npm", "nuget", "oci", "okta", "onedrive", "op", "openai", "openshift", "openstack", "ory", "ovh",
    "packer", "pagerduty", "pantheon", "paperspace", "pass", "pgadmin", "pip", "planetscale", "platformsh",
    "podman", "poetry", "pscale", "pulumi", "pypoetry", "rackspace", "railway", "rancher", "rclone", "redis",
    "redislabs", "render", "replicate", "replit", "restic", "rundeck", "runpod", "s3", "s3cfg", "s3cmd",
    "saml2aws", "scaleway", "scw", "sendgrid", "sentry", "sentrycli", "serverless", "sf", "sfdx", "shopify",
    "signal", "slack", "snap-store", "snowflake", "snowsql", "snyk", "solana", "sonar", "sops", "sourcegraph",
    "splunk", "spotify", "square", "stripe", "supabase", "surge", "tailscale", "tea", "telegram", "teleport",
    "tencent", "terminus", "terraform", "terraform.d", "tfc", "todoist", "transifex", "travis", "trello", "tsh",
    "twilio", "twine", "upcloud", "uv", "vagrant", "vault", "vercel", "vsce", "vultr", "wandb", "weaviate",
    "wise", "wrangler", "yandex-cloud", "yarn", "zendesk", "zerotier", "zoom"
];

/// Names of files in the hidden folders of a home, where programs keep what they log in with.
#[rustfmt::skip]
pub(super) const HIDDEN_SECRETS: &[&str] = &[
    "auth.*", "auth*.json", "auth*.toml", "auth*.yml", "auth*.yaml", "credential*", ".credential*", "*token*", "*secret*",
    "*passw*", "Cookies*", "cookies*", "Login Data*", "key3.db", "key4.db", "logins.json", "*_rsa", "*.key", "*.pem",
];

/// Below a home, and yet not secret.
#[rustfmt::skip]
pub(super) const NOT_SECRET: &[&str] = &[
    ".ssh/*.pub", ".ssh/known_hosts*", ".ssh/config*", ".ssh/authorized_keys*", ".gnupg/gpg.conf",
    ".kube/cache*", ".cargo/credentials*.md", ".cargo/env*",
];

/// Secrets by their name, wherever they lie.
#[rustfmt::skip]
pub(super) const NAMED_SECRETS: &[&str] = &[
    ".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk",
    "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "id_ed25519_sk", "id_ecdsa_sk", "credentials",
    "credentials.json", "credentials.ini", "credentials.csv", "secrets.yml", "secrets.yaml", "secrets.json",
    "secrets.toml", "secrets.env", "secrets", "service-account*.json", "service_account*.json",
    "wallet.dat", "*.wallet", ".htpasswd", "master.key", ".netrc", ".pgpass", ".npmrc", ".pypirc",
    "*.kubeconfig", "kubeconfig", "kubeconfig.*", "*kubeconfig.yaml", "*kubeconfig.yml", ".envrc", ".envrc.*", "client_secret*.json", "token.json", "*.ovpn", "*.asc.key",
    "keystore.json", "seed.txt", "mnemonic*", ".vault-token", "*.secret", "secret.key", "secret.txt",
    "private_key*", "privatekey*", "id_rsa.*", "*_rsa", "*.tfstate", "authinfo",
    ".dockercfg", "login.keychain*", "shadow", "gshadow", "shadow-", "passwords.*", "passwd.txt",
    "password.txt", "passwords", "api_key*", "apikey*", "*.gpg-key", "wp-config.php", "privkey*.pem", "*.keytab",
    "*.tfvars", ".my.cnf", ".git-credentials", "auth.json", ".vault_pass*", "vault_pass*", "*.agekey", "kaggle.json",
    ".htaccess_pw", "htpasswd", ".credentials", ".credentials_*",
];

/// Names that look like one of those and are meant to be shown.
#[rustfmt::skip]
pub(super) const NAMED_HARMLESS: &[&str] = &[
    "*.example", "*.sample", "*.template", "*.dist", "*.example.*", "*.sample.*", "*.pub", "*.md",
    ".env.test", "*.py", "*.rs", "*.ts", "*.js", "*.go", "*.rb", "*.java", "*.tsx", "*.jsx", "*.html",
    "*.css", "*.c", "*.h", "*.cpp", "*.php", "cacert.pem", "ca.pem", "cert.pem", "fullchain.pem",
    "chain.pem", "*.crt", "*-cert.pem", "*cert*.pem", "*-ca.pem", "ca-*.pem", ".env.defaults", ".env.vault", "*.pub.pem", "pub*.pem", "*pub.pem", "*public*.pem",
];

/// Run by themselves later, below a home.
#[rustfmt::skip]
pub(super) const HOME_STARTUP: &[&str] = joined!(&[
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv",
    ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".config/fish/*",
    ".config/autostart/*", ".config/systemd/*", ".local/share/systemd/*", "Library/LaunchAgents/*", ".xinitrc",
    ".xsession*", ".xprofile", ".pam_environment", ".ssh/authorized_keys*", ".ssh/config*", ".ssh/rc",
    ".ssh/environment", ".gitconfig", ".config/git/*", ".vimrc", ".vim/*", ".config/nvim/*", ".emacs*", ".tmux.conf",
    ".config/tmux/*", ".inputrc", ".screenrc", ".config/environment.d/*", ".pythonrc*", ".npm-global/*",
    ".local/bin/*", "bin/*", ".gradle/init.gradle", ".gradle/init.d/*", ".ipython/profile_default/startup/*",
    ".cargo/config*", ".config/pip/*", ".pip/*", ".mcp.json", ".vscode/*", ".config/Code/*", ".gdbinit", ".lldbinit",
    ".irbrc", ".Rprofile", ".sqliterc", ".psqlrc", ".lesskey", ".exrc", ".nanorc", ".wgetrc", ".curlrc",
    ".oh-my-zsh/*", ".rhosts", ".forward", ".local/share/applications/*", ".config/hypr/*", ".config/i3/*",
    ".config/sway/*",
], agents::STARTUP);

/// What agents load into themselves, or run by themselves, from a project: folders, by their path anywhere.
#[rustfmt::skip]
pub(super) const AGENTS_LOAD: &[&str] = agents::LOADS;

/// Run by themselves later, on the system.
#[rustfmt::skip]
pub(super) const SYSTEM_STARTUP: &[&str] = &[
    "/etc/cron*", "/var/spool/cron*", "/var/spool/at*", "/etc/systemd/*", "/lib/systemd/*",
    "/usr/lib/systemd/*", "/usr/local/lib/systemd/*", "/etc/profile*", "/etc/bash*", "/etc/zsh*",
    "/etc/rc*", "/etc/init*", "/etc/sudoers*", "/etc/ld.so.preload", "/etc/pam*", "/etc/ssh/*",
    "/etc/xdg/autostart/*", "/Library/Launch*", "/etc/update-motd.d/*", "/etc/apt/apt.conf.d/*",
    "/etc/environment", "/etc/modules*", "/etc/udev/*", "/etc/NetworkManager/dispatcher.d/*",
    "/etc/security/*", "/etc/doas.conf", "/etc/polkit*",
];

/// The guard, below a home.
#[rustfmt::skip]
pub(super) const HOME_GUARD: &[&str] = joined!(&[
    ".config/herma*", ".local/share/herma*", ".config/systemd/user/herma*", ".cargo/bin/herma", ".local/bin/herma",
    "bin/herma",
], agents::HOME);

/// Folders in which the settings that guard agents lie, below a home: what is put there may be such a setting, and who
/// loses one has lost the guard.
#[rustfmt::skip]
pub(super) const GUARD_FOLDERS: &[&str] = agents::FOLDERS;

/// Folders above those, which hold much else.
pub(super) const ABOVE_GUARD: &[&str] = &[".config", ".local", ".local/share"];

/// The guard, anywhere: by the end of the path.
#[rustfmt::skip]
pub(super) const GUARD_ENDS: &[&str] = joined!(&[
    "/herma.sock", "/herma.db", "/herma.db-wal", "/herma.db-shm", "/herma.service", "/.herma/policy.toml", "/.herma",
], agents::ANYWHERE);

/// Folders whose loss is more than that of files, wherever they lie: a repository's history, what guards and instructs
/// agents, and keys.
#[rustfmt::skip]
pub(super) const PRECIOUS_FOLDERS: &[&str] = joined!(&[
    ".git", ".hg", ".svn", ".jj", ".bzr", ".herma", ".ssh", ".gnupg", ".aws", ".kube", ".password-store",
], agents::PRECIOUS);

/// The guard, on the system.
#[rustfmt::skip]
pub(super) const SYSTEM_GUARD: &[&str] = joined!(&[
    "/usr/local/bin/herma", "/usr/bin/herma", "/bin/herma", "/opt/herma*", "/etc/herma*", "/usr/local/lib/herma*",
    "/run/user/*/herma*", "/run/herma*", "/var/lib/herma*",
], agents::SYSTEM);
