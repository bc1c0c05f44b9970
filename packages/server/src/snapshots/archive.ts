import { shellQuote } from "../devices/shell-quote.ts";

/** Where a snapshot lies in a home while it is unpacked. */
export const ARCHIVE_NAME = ".terrarium-snapshot.tar.gz";

/**
 * Left out: a proxy, in which there may be a password; what a running browser keeps others away from its profile by; a
 * snapshot that is being unpacked.
 */
const LEFT_OUT = ["./.config/terrarium", "./.config/browser/Singleton*", `./${ARCHIVE_NAME}`];

/**
 * Prints the files, folders and links of the home as a compressed tar, read by the home's own user: links are kept and
 * never followed; special files, rights of setuid and setgid, and what may not be read are left out. A file that changes
 * meanwhile is kept as it was read. Ends with 0 only if the archive is whole.
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

/** Unpacks an archive that lies in the home, whose user owns what was in it, and ends when it is on the disk. A browser is closed meanwhile: its profile is in the home. */
export const UNPACK_COMMAND = `bash -c ${shellQuote(`
cd ~ || exit 2
has_browser() { command -v browser >/dev/null; }
if has_browser; then browser close && rm -rf .config/browser || exit 2; fi
tar --extract --gzip --preserve-permissions --file=${ARCHIVE_NAME}
how=$?
rm -f ${ARCHIVE_NAME}
sync -f . || how=2
if has_browser; then browser open || exit 2; fi
exit $how
`)}`;
