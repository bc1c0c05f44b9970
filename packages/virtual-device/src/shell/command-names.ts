/**
 * The names under /system/bin. Kept as a list so that the main thread, which lays out the files, need not load the
 * commands; a test holds it to what the shell can run.
 */
export const commandNames: readonly string[] = (
  "[ am arch awk base64 basename bugreport bugreportz cal cat chgrp chmod chown clear cmd cmp comm content cp crc32 " +
  "curl cut date dd df diff dirname dmesg du dumpsys echo egrep env expand expr false fgrep find fold free getprop " +
  "grep groups gunzip gzip head hexdump hostname id ifconfig ime input ionice ip kill killall ln log logcat logname " +
  "ls md5sum mkdir mksh mktemp monkey more mount mv nc netcat netstat nice nl nohup nproc nslookup od paste pgrep " +
  "pidof ping ping6 pkill pm printenv printf ps pwd readlink realpath reboot reset rev rm rmdir screencap " +
  "screenrecord sed seq service setprop setsid settings sh sha1sum sha224sum sha256sum sha384sum sha512sum sleep " +
  "sort split start stat stop strings stty su svc sync tac tail tar tee test time timeout top touch tr true " +
  "truncate tty uiautomator uname unexpand uniq uptime vi watch watchprops wc wget which whoami wm xargs xxd yes " +
  "zcat"
).split(" ");
