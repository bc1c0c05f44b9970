import { expect, test } from "vitest";
import { bootArguments } from "./boot-arguments.ts";
import { untilBooted } from "./boot.ts";
import { MACHINE_LACKS, missingOnMachine } from "./machine-check.ts";

test("boots Android with the template's screen size", () => {
  const size = { widthPx: 720, heightPx: 1280, densityDpi: 320 };
  expect(bootArguments(size, { gpu: "guest", fps: 30, memfd: true })).toEqual([
    "androidboot.redroid_width=720",
    "androidboot.redroid_height=1280",
    "androidboot.redroid_dpi=320",
    "androidboot.redroid_fps=30",
    "androidboot.redroid_gpu_mode=guest",
    "androidboot.use_memfd=1",
  ]);
  expect(bootArguments(size, { gpu: "auto", memfd: false }).join(" ")).not.toContain("fps");
});

test("polls until it has booted, despite failing commands", async () => {
  const answers = [new Error("no such file"), "", "0\n", "1\n"];
  const asked: (readonly string[])[] = [];
  const run = async (command: readonly string[]) => {
    asked.push(command);
    const answer = answers.shift() ?? "1";
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { signal } = new AbortController();
  expect(await untilBooted(run, 10_000, signal, 1)).toBe(true);
  expect(asked).toHaveLength(4);
  expect(asked[0]).toEqual(["/system/bin/getprop", "sys.boot_completed"]);
  expect(await untilBooted(async () => "", 20, signal, 1)).toBe(false);
});

test("stops polling after the end", async () => {
  const over = new AbortController();
  const run = async () => {
    over.abort();
    return "";
  };
  expect(await untilBooted(run, 60_000, over.signal)).toBe(false);
});

/** Output of Linux on a machine with all required features. */
const GOOD = `nodev\tsysfs
nodev\tbinder
\text4
 58 ashmem
232 kvm
00400000-0048a000 r-xp 00000000 fd:00 1 /system/bin/cat
KernelPageSize:        4 kB
00000000000000000000000000000001 01 80 10 80       lo
`;

test.each([
  ["nothing, with binderfs", GOOD, true, []],
  ["nothing, with binder nodes of its own", GOOD.replace("nodev\tbinder\n", " 57 binder\n"), true, []],
  ["nothing, with memfd in place of ashmem", GOOD.replace(" 58 ashmem\n", ""), true, []],
  ["binder", GOOD.replace("nodev\tbinder\n", "nodev\tbinderfs2\n"), true, ["binder"]],
  ["pages of 4 KB", GOOD.replace("   4 kB", "  16 kB"), true, ["pageSize"]],
  ["ashmem, without memfd", GOOD.replace(" 58 ashmem\n", ""), false, ["sharedMemory"]],
  ["IPv6", GOOD.replace(/.* lo\n/, "cat: /proc/net/if_inet6: No such file or directory\n"), true, ["ipv6"]],
] as const)("a machine may lack %s", (_what, printed, memfd, names) => {
  expect(missingOnMachine(printed, { memfd })).toEqual(names.map((name) => MACHINE_LACKS[name]));
});
