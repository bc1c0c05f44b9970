import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { readAnswer } from "./read-answer.ts";
import { z as smallZod } from "./small-zod.ts";

const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => log.mockClear());

/** The browser's stand-in for zod has the types of zod (vite.config.ts). */
const kinds: [string, typeof z][] = [
  ["zod", z],
  ["its stand-in", smallZod as unknown as typeof z],
];

test.each(kinds)(
  "with %s, an element of a list that does not fit hides only itself, and is reported once",
  (kind, zod) => {
    const Row = zod.object({ id: zod.string(), role: zod.enum(["owner", "member"]), pair: zod.tuple([zod.number()]) });
    const name = `list with ${kind}`;
    const good = [
      { id: "a", role: "owner", pair: [1] },
      { id: "b", role: "member", pair: [2] },
    ];
    const odd = [
      null,
      { id: 7, role: "owner", pair: [1] },
      { id: "c", role: "emperor", pair: [1] },
      { id: "d", role: "owner", pair: ["x"] },
    ];
    const mixed = [odd[0], good[0], odd[1], odd[2], good[1], odd[3]];
    expect(readAnswer({ name, response: zod.array(Row) }, structuredClone(mixed))).toEqual(good);
    expect(log).toHaveBeenCalledTimes(odd.length);
    expect(log.mock.calls.flat()).toContainEqual(
      expect.stringMatching(/^list with .*: an element was left out, role: /),
    );
    expect(readAnswer({ name, response: zod.array(Row) }, structuredClone(mixed))).toEqual(good);
    expect(log).toHaveBeenCalledTimes(odd.length);
    const page = { name, response: zod.object({ data: zod.array(Row), total: zod.number() }) };
    expect(readAnswer(page, { data: structuredClone(mixed), total: 6 })).toEqual({ data: good, total: 6 });
  },
);

test.each(kinds)("with %s, what does not fit outside of a list is refused", (_kind, zod) => {
  const response = zod.object({ data: zod.array(zod.string()), total: zod.number() });
  const read = (answer: unknown) => () => readAnswer({ name: "page", response }, answer);
  expect(read({ data: ["a"], total: "many" })).toThrow(zod.ZodError);
  expect(read({ data: null, total: 1 })).toThrow(zod.ZodError);
  expect(read(null)).toThrow(zod.ZodError);
  const size = { name: "size", response: zod.tuple([zod.number(), zod.number()]) };
  expect(() => readAnswer(size, [1, "x"])).toThrow(zod.ZodError);
});
