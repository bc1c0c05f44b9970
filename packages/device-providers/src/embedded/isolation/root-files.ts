import { randomBytes } from "node:crypto";
import { PROFILE } from "../../linux/profile.ts";
import { HOME, USER } from "../../linux/program-options.ts";

/** User id of a sandbox's programs, inside. */
export const INSIDE_UID = 1000;

/** Entries of /etc that programs need and that contain no secrets. */
export const SHARED_ETC = [
  "alternatives",
  "bash.bashrc",
  "ca-certificates",
  "chromium",
  "chromium.d",
  "dbus-1",
  "dconf",
  "debian_version",
  "default/locale",
  "fonts",
  "gtk-3.0",
  "inputrc",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "localtime",
  "magic",
  "mime.types",
  "nanorc",
  "openbox",
  "perl",
  "profile.d",
  "protocols",
  "python3",
  "python3.11",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
  "vim",
  "X11",
  "xdg",
] as const;

/** Returns a sandbox's own files in /etc. */
export const ownEtc = (hostName: string): Record<string, string> => ({
  // Some programs, such as dbus-daemon, require a user name.
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\n${USER}:x:${INSIDE_UID}:${INSIDE_UID}:${USER}:${HOME}:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  group: `root:x:0:\n${USER}:x:${INSIDE_UID}:\nnogroup:x:65534:\n`,
  profile: PROFILE,
  hostname: `${hostName}\n`,
  hosts: `127.0.0.1 localhost ${hostName}\n::1 localhost\n`,
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
  "resolv.conf": "",
  "machine-id": `${randomBytes(16).toString("hex")}\n`,
});
