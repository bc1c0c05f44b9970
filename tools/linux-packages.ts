/** Debian packages that isolate Linux sandboxes from the machine. */
export const WALLS_PACKAGES = ["bubblewrap", "e2fsprogs", "util-linux"] as const;

/** Packages of a sandbox in addition to Debian's base. */
export const TOOL_PACKAGES = [
  "ca-certificates",
  "curl",
  "git",
  "less",
  "nano",
  "procps",
  "python3",
  "python3-pip",
] as const;

/**
 * OpenH264, which encodes screens. Its package has the version of its interface in its name, so this is a pattern of
 * apt-get (POSIX regular expression).
 */
export const ENCODER_PACKAGE = "^libopenh264-.$";

/** Additional packages of sandboxes with a screen: a browser that fills it. */
export const BROWSER_PACKAGES = ["at-spi2-core", "chromium", "dbus-x11", "fonts-dejavu", "openbox", "xvfb"] as const;

/** Additional packages of a desktop: terminal, file manager and editor. */
export const DESKTOP_PACKAGES = [
  "mousepad",
  "thunar",
  "xfce4-panel",
  "xfce4-session",
  "xfce4-settings",
  "xfce4-terminal",
  "xfdesktop4",
  "xfwm4",
] as const;
