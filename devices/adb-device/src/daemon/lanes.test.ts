import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { Lanes } from "./lanes.ts";

it("limits concurrency, and starts the next after any result", async () => {
  const lanes = new Lanes(2);
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const runs = works.map(({ promise }, i) =>
    lanes.run(async () => {
      begun.push(i);
      await promise;
    }),
  );
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  works[0]?.reject(new Error("the client is gone"));
  await expect(runs[0]).rejects.toThrow("the client is gone");
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  await Promise.all(runs.slice(1));
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
});
