import { shellQuote } from "@terrarium/device-control/device/shell-quote";

/** Path of a snapshot in a home while it is unpacked. */
export const ARCHIVE_NAME = ".terrarium-snapshot.tar.gz";

/**
 * Excluded files: a proxy, which may contain a password; the lock of a running browser's profile; a snapshot that is
 * being unpacked.
 */
const LEFT_OUT = ["./.config/terrarium", "./.config/browser/Singleton*", `./${ARCHIVE_NAME}`];

/**
 * Writes the files, folders and links in the user's home as a compressed tar, with that user's rights. Links are stored
 * and never followed. Special files, setuid and setgid rights, and unreadable files are left out. If a file changes
 * while tar reads it, the archive has what tar read. Exits with 0 only if tar and gzip finished; files that are left out
 * are no failure.
 */
export const TAKE_COMMAND = `bash -c ${shellQuote(`
cd ~ || exit 2
find . -xdev -mindepth 1 \\( ${LEFT_OUT.map((pattern) => `-path ${shellQuote(pattern)}`).join(" -o ")} \\) -prune \\
    -o \\( -type f -o -type d -o -type l \\) -print0 |
  tar --create --file=- --sparse --mode=ug-s --ignore-failed-read --no-recursion --null --files-from=- |
  gzip -1
how=("\${PIPESTATUS[@]}")
(( how[1] <= 1 && how[2] == 0 ))
`)}`;

/**
 * Unpacks an archive in the home. The home's user owns the files. Exits after they are on disk. Closes a browser
 * meanwhile, because its profile is in the home.
 */
export const UNPACK_COMMAND = `bash -c ${shellQuote(`
cd ~ || exit 2
has_browser() { command -v browser >/dev/null; }
if has_browser; then browser close && rm -rf .config/browser || exit 2; fi
tar --extract --gzip --preserve-permissions --file=${ARCHIVE_NAME}
how=$?
rm -f ${ARCHIVE_NAME}
sync -f . || how=2
# Devices of the previous version have no reset.
if has_browser; then browser reset 2> /dev/null || browser open || exit 2; fi
exit $how
`)}`;
