import {
  CLONE,
  CLONE3,
  ERRNOS,
  FAMILIES,
  HIGHEST_CALL,
  IOCTL,
  NAMESPACE_CALLS,
  NETLINK,
  NETLINK_ROUTE,
  NEW_NAMESPACES,
  REFUSED_CALLS,
  SOCKET,
  SOCKETPAIR,
} from "../../linux/system-calls.ts";
import { assembleFilter, type FilterStep } from "./filter-program.ts";

/** Values of linux/audit.h. Programs of other architectures, such as 32-bit x86, use other call numbers. */
const ARCHITECTURES: Partial<Record<string, { index: 0 | 1; audit: number }>> = {
  x64: { index: 0, audit: 0xc000003e },
  arm64: { index: 1, audit: 0xc00000b7 },
};

/** Offsets in `struct seccomp_data`; for arguments, of the lower half. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** Return values of a filter (linux/seccomp.h). */
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failWith = (errno: number): number => 0x00050000 | errno;

/** TIOCSTI and TIOCLINUX, which inject input into another user's terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];

/** Returns whether there is a filter for this machine's processor. */
export const hasSeccompFilter = (architecture: string = process.arch): boolean =>
  ARCHITECTURES[architecture] !== undefined;

/**
 * Returns a program for seccomp(2) that restricts the system calls of a sandbox. `mayMakeNamespaces`: for Chromium,
 * because it isolates its pages in user namespaces. Throws a RangeError for a processor with unknown call numbers.
 */
export function seccompFilter(mayMakeNamespaces: boolean, architecture: string = process.arch): Buffer {
  const target = ARCHITECTURES[architecture];
  if (!target) throw new RangeError(`there is no system call filter for ${architecture}`);
  const refused = Object.values({ ...REFUSED_CALLS, ...(!mayMakeNamespaces && NAMESPACE_CALLS) });
  const on = (numbers: readonly [number | null, number | null], yes: string): FilterStep[] => {
    const number = numbers[target.index];
    return number === null ? [] : [{ if: "equal", value: number, yes }];
  };
  return assembleFilter([
    { load: ARCHITECTURE },
    { if: "equal", value: target.audit, no: "kill" },
    { load: NUMBER },
    // Includes the x32 ABI: its numbers have an extra bit set.
    { if: "atLeast", value: HIGHEST_CALL + 1, yes: "unknown" },
    // Filters cannot see its flags, which are in memory. Libraries fall back to clone.
    ...on(CLONE3, "unknown"),
    ...on(SOCKET, "socket"),
    ...on(SOCKETPAIR, "socket"),
    ...on(IOCTL, "ioctl"),
    ...(mayMakeNamespaces ? [] : on(CLONE, "clone")),
    ...refused.flatMap((numbers) => on(numbers, "refuse")),
    { answer: ALLOW },

    { label: "socket" },
    { load: argument(0) },
    ...FAMILIES.map((value): FilterStep => ({ if: "equal", value, yes: "allow" })),
    { if: "equal", value: NETLINK, no: "noFamily" },
    { load: argument(2) },
    { if: "equal", value: NETLINK_ROUTE, yes: "allow" },
    { label: "noFamily" },
    { answer: failWith(ERRNOS.EAFNOSUPPORT) },

    { label: "ioctl" },
    { load: argument(1) },
    ...TERMINAL_INPUT.map((value): FilterStep => ({ if: "equal", value, yes: "refuse" })),
    { answer: ALLOW },

    { label: "clone" },
    { load: argument(0) },
    { if: "anyBitOf", value: NEW_NAMESPACES, yes: "refuse" },
    { label: "allow" },
    { answer: ALLOW },
    { label: "refuse" },
    { answer: failWith(ERRNOS.EPERM) },
    { label: "unknown" },
    { answer: failWith(ERRNOS.ENOSYS) },
    { label: "kill" },
    { answer: KILL_PROCESS },
  ]);
}
