/**
 * Names of the shell's commands under /system/bin. They are a list so that the main thread can lay out the files without
 * loading the commands. A test compares the list with the commands.
 */
export const SHELL_COMMAND_NAMES: readonly string[] = (
  "[ arch awk base64 basename blkid cal cat chgrp chmod chown chroot cksum clear cmp comm cp crc32 curl cut date " +
  "dd df diff dirname dmesg dos2unix du echo egrep env expand expr false fgrep file find fold free fsync getconf " +
  "getenforce grep groups gunzip gzip head hexdump hostname hwclock id insmod ionice kill killall ln logname " +
  "losetup ls md5sum mkdir mkfifo mknod mksh mkswap mktemp modprobe more mount mountpoint mv nc netcat netstat " +
  "nice nl nohup nproc nsenter nslookup od paste pgrep pidof ping ping6 pivot_root pkill printenv printf ps pwd " +
  "readlink realpath renice reset rev rm rmdir rmmod sed seq setenforce setsid sh sha1sum sha224sum sha256sum " +
  "sha384sum sha512sum sleep sort split stat strings stty swapoff swapon sync tac tail tar tee test time timeout " +
  "top touch toybox tr true truncate tty umount uname unexpand uniq unix2dos unlink unshare uptime usleep uuidgen " +
  "vi watch wc wget which whoami xargs xxd yes zcat"
).split(" ");
