import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const { signal: here } = new AbortController();

test("runs work in order, even after a failure", async () => {
  const turns = new Turns();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string, until: Promise<void>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const failing = turns.take(here, work("first", first.promise));
  const second = turns.take(here, work("second", Promise.resolve()));
  await expect.poll(() => begun).toEqual(["first"]);
  first.reject(new Error("the browser did not answer"));
  await expect(failing).rejects.toThrow("the browser did not answer");
  expect([await second, begun]).toEqual(["second", ["first", "second"]]);
});

test("skips callers that left and rejects too many", async () => {
  const turns = new Turns(2);
  const first = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const reading = turns.take(here, () => first.promise);
  const left = turns.take(leaving.signal, async () => "never read");
  await expect(turns.take(here, async () => "too many")).rejects.toThrow("2 others wait to read the screen");
  leaving.abort();
  first.resolve("read");
  await expect(left).rejects.toThrow("no caller waits");
  expect([await reading, await turns.take(here, async () => "next")]).toEqual(["read", "next"]);
});
