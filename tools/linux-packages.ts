/** Debian packages that keep sandboxes of Linux apart from the machine. */
export const WALLS_PACKAGES = ["bubblewrap", "e2fsprogs", "util-linux"] as const;

/** What is in a sandbox beside what every Debian has. */
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

/** What is in those with a screen: a browser that fills it. */
export const BROWSER_PACKAGES = ["at-spi2-core", "chromium", "dbus-x11", "fonts-dejavu", "openbox", "xvfb"] as const;

/** What a desktop has beside a browser: terminal, files and an editor. */
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
