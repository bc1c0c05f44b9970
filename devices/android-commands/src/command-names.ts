/**
 * Names of Android's commands under /system/bin. They are a list so that the main thread can lay out the files without
 * loading the commands. A test compares the list with the commands.
 */
export const ANDROID_COMMAND_NAMES: readonly string[] = (
  "am app_process appops bugreport bugreportz cmd content dumpsys getprop ifconfig ime input ip locksettings log logcat media monkey " +
  "pm reboot run-as screencap screenrecord service setprop settings start stop su svc uiautomator watchprops wm"
).split(" ");
