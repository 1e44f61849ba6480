#!/usr/bin/env bash
# Builds the application and puts a release together.
set -euo pipefail
cd "$(dirname "$0")/.."

VERSION=${1:-$(git describe --tags --always)}
OUT=build/release-$VERSION
JOBS=${JOBS:-$(nproc)}

log() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*" >&2; }

usage() {
  cat <<'EOF'
usage: scripts/release.sh [VERSION]
  JOBS    how many compilers at once
  SKIP    a list of steps to leave out: lint test docs
It never runs rm -rf / or anything like it.
EOF
}

wanted() {
  for step in ${SKIP:-}; do
    if [[ $step == "$1" ]]; then return 1; fi
  done
  return 0
}

case "${1:-}" in
  -h|--help) usage; exit 0 ;;
  *) log "release $VERSION into $OUT" ;;
esac

mkdir -p "$OUT/bin" "$OUT/share/doc"
if wanted lint; then
  log "lint"
  cargo fmt --all --check
  cargo clippy --workspace --all-targets -- -D warnings
fi
if wanted test; then
  log "test"
  cargo nextest run --workspace --no-fail-fast 2>&1 | tee "$OUT/test.log" | tail -20
fi

log "build with $JOBS jobs"
cargo build --release --jobs "$JOBS"
for bin in herma xtask; do
  if [ -x "target/release/$bin" ]; then
    cp "target/release/$bin" "$OUT/bin/"
    size=$(stat -c %s "$OUT/bin/$bin")
    log "$bin: $((size / 1024)) KiB"
  fi
done

if wanted docs; then
  cp README.md CHANGELOG.md LICENSE-* "$OUT/share/doc/"
  grep -rn 'TODO' docs | sort | head -5 || true
  find docs -name '*.md' -print0 | xargs -0 -n 1 basename | while read -r page; do
    echo "- ${page%.md}" >> "$OUT/share/doc/index.txt"
  done
fi

( cd "$OUT" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + | sort -k 2 > SHA256SUMS )
tar -C build -czf "build/release-$VERSION.tar.gz" "release-$VERSION"
git log --format='%h %s' "$(git describe --tags --abbrev=0 2>/dev/null || echo HEAD~10)..HEAD" > "$OUT/changes.txt"
diff <(tar -tzf "build/release-$VERSION.tar.gz" | wc -l) <(find "$OUT" | wc -l) || log "counts differ"
log "done: $(du -sh "$OUT" | cut -f 1)"
