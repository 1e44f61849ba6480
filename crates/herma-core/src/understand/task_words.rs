//! Words that say what a task wants, in the languages that people give tasks in: English, German, French, Spanish, Italian,
//! Portuguese. Imperative, infinitive, and what is said of oneself; not the forms that only describe ("deleted users").

/// What a verb amounts to, the harmless first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wish {
    Read,
    Change,
    Tell,
    Release,
    Pay,
    Delete,
}

#[rustfmt::skip]
const WORDS: &[(Wish, &[&str])] = &[
    (Wish::Read, &[
        "list", "show", "read", "get", "find", "search", "look", "summarize", "summarise", "explain", "describe", "count",
        "check", "compare", "analyze", "analyse", "review", "display", "view", "inspect",
        "verify", "calculate", "compute", "translate", "define", "hello", "hi", "ping", "echo", "say", "what", "which",
        "who", "where", "why", "how", "is", "are", "does", "did", "were", "outline",
        "browse", "locate", "identify", "estimate", "measure", "recommend", "suggest", "repeat", "print", "status",
        "paraphrase", "classify", "extract", "highlight", "think", "discuss", "fetch", "trace", "audit",
        // German.
        "liste", "zeige", "zeig", "lies", "finde", "suche", "fasse", "erkläre", "erklär", "beschreibe", "zähle", "prüfe",
        "überprüfe", "vergleiche", "analysiere", "berechne", "übersetze", "was", "welche",
        "welcher", "welches", "wer", "wo", "warum", "wie", "ist", "sind", "hallo", 
        // French.
        "liste", "montre", "affiche", "lis", "trouve", "cherche", "recherche", "résume", "explique", "décris", "compte",
        "vérifie", "compare", "analyse", "calcule", "traduis", "quel", "quelle", "quels", "quelles", "qui",
        "où", "pourquoi", "comment", "combien", "est", "sont", "bonjour", "montrer", "lire", "lister", "résumer",
        // Spanish.
        "lista", "muestra", "lee", "busca", "encuentra", "resume", "explica", "describe", "revisa", "comprueba",
        "verifica", "compara", "analiza", "dime", "dame", "calcula", "traduce", "qué", "cuál", "cuáles",
        "quién", "dónde", "cómo", "cuánto", "cuántos", "hola", "mostrar", "leer", "listar", "resumir",
        // Italian.
        "elenca", "mostra", "leggi", "cerca", "trova", "riassumi", "spiega", "descrivi", "conta", "controlla", "confronta",
        "analizza", "dimmi", "dammi", "traduci", "quale", "quali", "chi", "dove", "perché", "quanto", "quanti",
        "ciao", "leggere", "elencare",
        // Portuguese.
        "liste", "mostre", "leia", "procure", "encontre", "resuma", "explique", "descreva", "verifique", "compare",
        "analise", "traduza", "quais", "quem", "onde", "olá", "ler", "buscar",
    ]),
    (Wish::Change, &[
        "write", "create", "update", "edit", "add", "set", "put", "patch", "upload", "insert", "modify", "change", "rename",
        "move", "copy", "append", "save", "store", "import", "sync", "assign", "open", "start", "execute", "run", "invoke",
        "trigger", "enable", "fix", "implement", "build", "install", "download", "refactor", "make", "generate",
        "replace", "configure", "schedule", "commit", "clone", "convert", "apply", "restore", "upgrade", "downgrade",
        "rewrite", "draft", "prepare", "use", "let", "test", "optimize", "optimise", "handle", "perform", "launch",
        "schreibe", "schreib", "erstelle", "ändere", "bearbeite", "füge", "setze", "kopiere", "verschiebe", "speichere",
        "starte", "führe", "installiere", "baue", "aktualisiere", "repariere", "behebe", "benutze",
        "écris", "crée", "modifie", "ajoute", "copie", "déplace", "installe", "lance", "exécute", "corrige", "démarre",
        "escribe", "crea", "modifica", "añade", "agrega", "copia", "mueve", "instala", "ejecuta", "corrige", "actualiza",
        "scrivi", "aggiungi", "sposta", "installa", "esegui", "correggi", "aggiorna", "avvia",
        "escreva", "crie", "modifique", "adicione", "copie", "mova", "instale", "execute", "corrija", "atualize",
    ]),
    (Wish::Tell, &[
        "send", "tell", "report", "email", "mail", "post", "tweet", "notify", "message", "reply", "call", "invite", "share", "announce",
        "forward", "respond", "contact", "text", "dm", "submit", "sign", "book", "reserve", "register", "subscribe",
        "sende", "schicke", "schick", "maile", "antworte", "teile", "lade", "rufe", "melde", "benachrichtige", "buche",
        "envoie", "envoyer", "réponds", "partage", "invite", "appelle", "préviens", "réserve",
        "envía", "enviar", "manda", "responde", "comparte", "invita", "llama", "avisa", "reserva",
        "invia", "inviare", "rispondi", "condividi", "chiama", "avvisa", "prenota",
        "envie", "mande", "responda", "compartilhe", "convide", "ligue", "avise", "reserve",
    ]),
    (Wish::Release, &[
        "deploy", "release", "publish", "rollout", "ship", "migrate", "grant", "escalate", "sudo", "expose", "push", "merge",
        "restart", "reboot", "rotate", "approve", "authorize", "authorise", "disable", "bypass", "override", "exfiltrate",
        "leak", "stop", "pause", "suspend", "rollback", "revert", "force",
        "veröffentliche", "gebe", "freigeben", "stoppe", "stopp", "genehmige", "deaktiviere", "starte-neu",
        "publie", "publier", "déploie", "déployer", "approuve", "désactive", "redémarre",
        "publica", "publicar", "despliega", "desplegar", "aprueba", "desactiva", "reinicia",
        "pubblica", "distribuisci", "approva", "disattiva", "riavvia",
        "publique", "implante", "aprove", "desative", "reinicie",
    ]),
    (Wish::Pay, &[
        "pay", "transfer", "refund", "buy", "purchase", "order", "wire", "donate", "invest", "sell", "withdraw", "trade",
        "swap", "stake", "charge", "bill", "tip", "checkout",
        "zahle", "zahl", "bezahle", "bezahl", "überweise", "überweis", "kaufe", "kauf", "bestelle", "verkaufe", "spende",
        "paie", "paye", "payer", "achète", "acheter", "transfère", "vire", "virement", "vends", "commande", "rembourse",
        "paga", "pagar", "compra", "comprar", "transfiere", "transferir", "vende", "reembolsa",
        "pagare", "acquista", "trasferisci", "vendi", "ordina", "rimborsa",
        "pague", "compre", "transfira", "venda", "reembolse",
    ]),
    (Wish::Delete, &[
        "delete", "deleting", "remove", "removing", "erase", "wipe", "destroy", "drop", "purge", "truncate", "kill",
        "terminate", "shutdown", "shut", "uninstall", "revoke", "format", "clear", "clean", "cleanup", "flush", "reset",
        "empty", "overwrite", "nuke", "yeet", "zap", "trash", "obliterate", "discard", "cancel", "ban", "fire", "shred",
        "rm", "rid", "decommission", "deprovision", "unsubscribe", "archive", "abort", "poweroff", "halt", "overwriting",
        "lösche", "lösch", "löschen", "entferne", "entfernen", "vernichte", "vernichten", "beende", "beenden", "kündige",
        "abschalten", "herunterfahren", "leere", "leeren", "zerstöre", "überschreibe", "bereinige", "räume", "verwirf",
        "supprime", "supprimer", "efface", "effacer", "détruis", "détruire", "arrête", "arrêter", "éteins", "éteindre",
        "vide", "vider", "annule", "annuler", "retire", "enlève", "enlever", "nettoie", "nettoyer", "écrase",
        "borra", "borrar", "elimina", "eliminar", "destruye", "destruir", "apaga", "apagar", "detén", "detener", "vacía",
        "vaciar", "cancela", "cancelar", "quita", "quitar", "limpia", "limpiar",
        "eliminare", "cancella", "cancellare", "rimuovi", "rimuovere", "distruggi", "distruggere", "spegni", "spegnere",
        "svuota", "svuotare", "pulisci", "annulla",
        "apague", "exclua", "excluir", "remova", "remover", "destrua", "desligue", "esvazie", "limpe", "cancele",
    ]),
];

/// As often a thing or a quality: a verb only where a wish begins, or before the thing that it is about.
#[rustfmt::skip]
pub(super) const AMBIGUOUS: &[&str] = &[
    "open", "test", "set", "store", "message", "mail", "email", "post", "call", "text", "change", "copy", "update", "book",
    "order", "run", "build", "commit", "report", "use", "import", "clear", "clean", "fire", "format", "bill", "tip", "trade",
    "release", "force", "empty", "reset", "push", "merge", "patch", "draft", "share", "sign", "start", "stop", "pause",
    "charge", "transfer", "drop", "ban", "archive", "apply", "schedule", "let", "make", "save", "put", "add", "move",
    "contact", "invite", "forward", "handle", "launch", "clone", "ship", "wire", "swap", "stake", "register", "edit",
    "install", "download", "upload", "upgrade", "deploy", "grant", "trigger", "shut", "cancel", "refund", "purchase",
    "compra", "vende", "commande", "lade", "buche", "teile", "kauf", "reserva", "reserve", "vide", "retire", "clave",
];

/// Asks to be told something: as good as "show".
#[rustfmt::skip]
pub(super) const TELL_ME: &[&str] = &[
    "tell me", "tell us", "give me", "give us", "let me know", "let us know", "report back", "help me understand",
    "gib mir", "sag mir", "nenne mir", "sage mir", "donne moi", "dis moi", "donne-moi", "dis-moi", "diga me",
];

/// Things that are more than their verb says.
#[rustfmt::skip]
pub(super) const SENSITIVE: &[&str] = &[
    "password", "passwords", "passwd", "credential", "credentials", "secret", "secrets", "apikey", "token", "tokens",
    "wallet", "seed", "mnemonic", "passphrase", "keychain", "ssh", "pem", "cookies", "2fa", "otp", "ssn", "iban",
    "passwort", "passwörter", "kennwort", "geheimnis", "geheimnisse", "zugangsdaten", "contraseña", "contraseñas", "clave",
    "secreto", "motdepasse", "identifiants", "senha", "senhas", "segredo", "credenziali", "segreto", "credenciales",
];

/// In front of what is wanted.
#[rustfmt::skip]
pub(super) const POLITE: &[&str] = &[
    "please", "pls", "kindly", "can", "could", "would", "will", "you", "i", "we", "want", "need", "like", "to", "me", "us",
    "the", "a", "an", "now", "then", "also", "just", "first", "next", "finally", "and", "or", "of", "all", "hey", "ok",
    "bitte", "kannst", "könntest", "du", "mir", "uns", "jetzt", "dann", "auch", "und", "oder", "mal", "die", "der", "das",
    "s", "il", "te", "plaît", "vous", "peux", "tu", "puis", "et", "ou", "aussi", "le", "la", "les", "moi",
    "por", "favor", "puedes", "ahora", "luego", "y", "o", "también", "el", "los", "las", "per", "favore", "puoi", "ora",
    "poi", "e", "anche", "il", "lo", "gli", "pode", "agora", "depois", "também", "os", "as",
];

/// Words that a thing follows: what stands before is then a verb.
#[rustfmt::skip]
pub(super) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "all", "my", "our", "your", "this", "that", "these", "those", "every", "each", "it", "them", "any",
    "die", "der", "das", "den", "alle", "meine", "unsere", "diese", "es", "sie", "jede", "le", "la", "les", "tous", "toutes",
    "mes", "nos", "ces", "el", "los", "las", "todos", "todas", "mis", "estos", "il", "lo", "i", "gli", "tutti", "tutte",
    "os", "as", "todo", "toda",
];

/// Programs that are no words of a language: behind one of these stands a command.
#[rustfmt::skip]
pub(super) const PROGRAMS: &[&str] = &[
    "rm", "dd", "mkfs", "chmod", "chown", "sudo", "doas", "kubectl", "docker", "curl", "wget", "psql", "mysql", "sqlite3",
    "terraform", "aws", "gcloud", "az", "ssh", "scp", "rsync", "npm", "pip", "systemctl", "pkill", "killall", "bash", "sh",
    "zsh", "crontab", "iptables", "mv", "cp", "git", "helm", "wipefs", "shred", "parted", "fdisk", "mkswap", "nc", "ncat",
    "redis-cli", "mongosh", "python", "python3", "node", "perl", "ruby", "eval", "unlink", "rmdir", "userdel", "passwd",
];

pub(super) fn wish(word: &str) -> Option<Wish> {
    // The gravest meaning counts: a word of two languages may mean two things.
    WORDS.iter().rev().find(|(_, words)| words.contains(&word)).map(|(wish, _)| *wish)
}
