#!/bin/sh
# sandbox.sh ROOT WORK READABLE… -- COMMAND…
#
# Runs COMMAND where a command that destroys everything can destroy nothing: its root is a tmpfs that is gone
# afterwards, the system's folders and each READABLE one are bound into it read-only, only WORK (a throw-away
# folder) can be written, no disk device is in /dev, no process outside can be seen, and the process has no
# capability with which it could undo any of that. ROOT is an empty folder to build this on.
# Needs to be started inside new mount and PID namespaces.
set -eu
root=$1 work=$2
shift 2

mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$root"

readable() {
  mkdir -p "$root$1"
  mount --bind "$1" "$root$1"
  mount -o remount,bind,ro "$root$1"
}

for folder in bin sbin lib lib32 lib64 usr etc; do
  if [ -L "/$folder" ]; then
    cp -P "/$folder" "$root/$folder"
  elif [ -d "/$folder" ]; then
    readable "/$folder"
  fi
done
while [ "$1" != -- ]; do
  readable "$1"
  shift
done
shift

mkdir -p "$root/dev" "$root/proc" "$root/tmp" "$root/old" "$root$work"
chmod 1777 "$root/tmp"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t proc proc "$root/proc"
# Root may write /proc/sysrq-trigger and /proc/sys without any capability.
mount -o remount,bind,ro "$root/proc"
mount --bind "$work" "$root$work"

cd "$root"
pivot_root . old
umount -l /old
rmdir /old
cd "$work"
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
