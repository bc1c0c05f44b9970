import type { RedroidSettings } from "./settings.ts";

const FILES = {
  fileSystems: "/proc/filesystems",
  devices: "/proc/misc",
  memory: "/proc/self/smaps",
  ipv6: "/proc/net/if_inet6",
};
/**
 * Command that runs in an unprivileged container of the image to inspect the machine. `missingOnMachine` parses its
 * output, including errors. It cannot load modules, and sees only the binder nodes of /proc/misc.
 */
export const MACHINE_QUESTION: readonly string[] = ["/system/bin/cat", ...Object.values(FILES)];

/** Missing features of a machine. Users see the texts, so the console translates them into Chinese. */
export const MACHINE_LACKS = {
  binder:
    "the engine machine's kernel has no binder: install its extra modules, then run modprobe binder_linux devices=binder,hwbinder,vndbinder",
  pageSize: "the engine machine's kernel does not use 4 KB pages, and Android needs them",
  sharedMemory:
    "the engine machine's kernel has no ashmem: set memfd: true in the template, or run modprobe ashmem_linux",
  ipv6: "the engine machine's kernel has no IPv6: boot it without ipv6.disable",
} as const;

/**
 * Returns the reasons why Android would not boot (redroid-doc, "Getting Started" and its issues), from the output of
 * MACHINE_QUESTION.
 */
export function missingOnMachine(printed: string, { memfd }: Pick<RedroidSettings, "memfd">): string[] {
  const hasBinder = /^nodev\s+binder$/m.test(printed) || /^\s*\d+ binder$/m.test(printed);
  const [, pageKb] = /^KernelPageSize:\s+(\d+) kB$/m.exec(printed) ?? [];
  const isWithoutIpv6 = new RegExp(`${FILES.ipv6}.*No such file`).test(printed);
  const lacks = {
    binder: !hasBinder,
    pageSize: pageKb !== undefined && pageKb !== "4",
    sharedMemory: !memfd && !/^\s*\d+ ashmem$/m.test(printed),
    ipv6: isWithoutIpv6,
  } satisfies Record<keyof typeof MACHINE_LACKS, boolean>;
  return (Object.keys(lacks) as (keyof typeof lacks)[])
    .filter((name) => lacks[name])
    .map((name) => MACHINE_LACKS[name]);
}
