/**
 * Names under /system/bin. They are a list so that the main thread can lay out the files without loading the commands.
 * A test compares the list with the shell's commands.
 */
export const commandNames: readonly string[] = (
  "[ am arch awk base64 basename blkid bugreport bugreportz cal cat chgrp chmod chown chroot cksum clear cmd cmp " +
  "comm content cp crc32 curl cut date dd df diff dirname dmesg dos2unix du dumpsys echo egrep env expand expr " +
  "false fgrep file find fold free fsync getconf getenforce getprop grep groups gunzip gzip head hexdump hostname " +
  "hwclock id ifconfig ime input insmod ionice ip kill killall ln locksettings log logcat logname losetup ls md5sum " +
  "media mkdir mkfifo mknod mksh mkswap mktemp modprobe monkey more mount mountpoint mv nc netcat netstat nice nl " +
  "nohup nproc nsenter nslookup od paste pgrep pidof ping ping6 pivot_root pkill pm printenv printf ps pwd readlink " +
  "realpath reboot renice reset rev rm rmdir rmmod run-as screencap screenrecord sed seq service setenforce setprop " +
  "setsid settings sh sha1sum sha224sum sha256sum sha384sum sha512sum sleep sort split start stat stop strings stty " +
  "su svc swapoff swapon sync tac tail tar tee test time timeout top touch toybox tr true truncate tty uiautomator " +
  "umount uname unexpand uniq unix2dos unlink unshare uptime usleep uuidgen vi watch watchprops wc wget which " +
  "whoami wm xargs xxd yes zcat"
).split(" ");
