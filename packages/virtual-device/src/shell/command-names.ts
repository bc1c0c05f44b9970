/**
 * The names under /system/bin. Kept as a list so that the main thread, which lays out the files, need not load the
 * interpreter; a test holds it to what the shell can run.
 */
export const commandNames: readonly string[] = (
  "alias am awk base64 basename bash bugreport bugreportz cat chmod clear cmd column comm content cp cut date df " +
  "diff dirname du dumpsys echo egrep env expand expr false fgrep file find fold getprop grep gunzip gzip head help " +
  "history hostname html-to-markdown id ime input join jq ln log logcat ls md5sum mkdir monkey mv nl od paste pm " +
  "printenv printf ps pwd readlink reboot rev rg rm rmdir screencap sed seq service setprop settings sh sha1sum " +
  "sha224sum sha256sum sha384sum sha512sum sleep sort split sqlite3 start stat stop strings svc tac tail tar tee " +
  "time timeout touch tr tree true uiautomator unalias uname unexpand uniq uptime watchprops wc which whoami wm xan " +
  "xargs yq zcat"
).split(" ");
