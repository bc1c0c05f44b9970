/** Returns the initial variables of a shell, as adbd and Android's mkshrc set them. */
export function initialEnvironment(userId: number, terminalKind: string | undefined): Record<string, string> {
  const user = userId === 0 ? "root" : "shell";
  return {
    ANDROID_ASSETS: "/system/app",
    ANDROID_BOOTLOGO: "1",
    ANDROID_DATA: "/data",
    ANDROID_ROOT: "/system",
    ANDROID_STORAGE: "/storage",
    ASEC_MOUNTPOINT: "/mnt/asec",
    EXTERNAL_STORAGE: "/sdcard",
    HOME: "/",
    HOSTNAME: "generic",
    LOGNAME: user,
    PATH: "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
    SHELL: "/bin/sh",
    TMPDIR: "/data/local/tmp",
    USER: user,
    ...(terminalKind !== undefined && { TERM: terminalKind }),
  };
}
