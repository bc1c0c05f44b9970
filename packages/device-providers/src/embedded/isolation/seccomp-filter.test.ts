import { describe, expect, test } from "vitest";
import { REFUSED_CALLS } from "../../linux/system-calls.ts";
import { assembleFilter } from "./filter-program.ts";
import { hasSeccompFilter, seccompFilter } from "./seccomp-filter.ts";

interface Call {
  audit: number;
  number: number;
  args?: readonly number[];
}

/** Interprets a filter like the kernel (seccomp(2)), for the instructions that ours use. */
function judge(filter: Buffer, { audit, number, args = [] }: Call): string {
  const words = new Map([
    [0, number],
    [4, audit],
    ...args.map((value, index): [number, number] => [16 + 8 * index, value]),
  ]);
  let accumulator = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, yes, no, value] = [
      filter.readUInt16LE(at),
      filter[at + 2] ?? 0,
      filter[at + 3] ?? 0,
      filter.readUInt32LE(at + 4),
    ];
    if (code === 0x20) accumulator = words.get(value) ?? 0;
    else if (code === 0x06) return { 0x7fff0000: "allow", 0x80000000: "kill" }[value] ?? `errno ${value & 0xffff}`;
    else {
      const isSo = { 0x15: accumulator === value, 0x35: accumulator >>> 0 >= value, 0x45: (accumulator & value) !== 0 }[
        code
      ];
      if (isSo === undefined) throw new Error(`an instruction that is not known: ${code}`);
      at += 8 * (isSo ? yes : no);
    }
  }
  throw new Error("it ends without an answer");
}

const MACHINES = {
  x64: { index: 0, audit: 0xc000003e, other: 0x40000003, read: 0, clone: 56, socket: 41, ioctl: 16, unshare: 272 },
  arm64: { index: 1, audit: 0xc00000b7, other: 0x40000028, read: 63, clone: 220, socket: 198, ioctl: 29, unshare: 97 },
} as const;

describe.each(["x64", "arm64"] as const)("the filter of %s", (architecture) => {
  const { index, audit, other, read, clone, socket, ioctl, unshare } = MACHINES[architecture];
  const strict = seccompFilter(false, architecture);
  const ask = (number: number, ...args: number[]) => judge(strict, { audit, number, args });

  test("allows needed calls, rejects others, kills other architectures", () => {
    expect(ask(read)).toBe("allow");
    const numbers = Object.values(REFUSED_CALLS).flatMap((each) => each[index] ?? []);
    expect(new Set(numbers.map((number) => ask(number)))).toEqual(new Set(["errno 1"]));
    expect(judge(strict, { audit: other, number: read })).toBe("kill");
    // clone3, a call of later kernels, the x32 ABI, a negative number.
    for (const number of [435, 451, 0x40000000 + read, 0xffffffff]) expect(ask(number)).toBe("errno 38");
  });

  test("allows clone, and namespaces only for Chromium", () => {
    const newUser = 0x10000000;
    expect(ask(clone, 0x01200011)).toBe("allow");
    for (const flag of [newUser, 0x20000000, 0x40000000, 0x00020000, 0x02000000])
      expect(ask(clone, flag | 17)).toBe("errno 1");
    expect(ask(unshare, newUser)).toBe("errno 1");
    const forChromium = seccompFilter(true, architecture);
    for (const number of [clone, unshare]) expect(judge(forChromium, { audit, number, args: [newUser] })).toBe("allow");
  });

  test("allows four socket families and no terminal input", () => {
    const families = Array.from({ length: 48 }, (_, family) => family).filter(
      (family) => ask(socket, family, 1, 0) === "allow",
    );
    expect(families).toEqual([1, 2, 10, 16]);
    expect(ask(socket, 40, 1, 0)).toBe("errno 97");
    expect(ask(socket, 16, 3, 12)).toBe("errno 97");
    expect(ask(ioctl, 0, 0x5412)).toBe("errno 1");
    expect(ask(ioctl, 0, 0x5401)).toBe("allow");
  });
});

test("rejects other processors and invalid jumps", () => {
  expect(hasSeccompFilter("riscv64")).toBe(false);
  expect(() => seccompFilter(false, "riscv64")).toThrow("no system call filter for riscv64");
  expect(() => assembleFilter([{ if: "equal", value: 1, yes: "nowhere" }, { answer: 0 }])).toThrow(
    'cannot jump to "nowhere"',
  );
  expect(() => assembleFilter([{ label: "back" }, { load: 0 }, { if: "equal", value: 1, yes: "back" }])).toThrow(
    "cannot jump",
  );
});
