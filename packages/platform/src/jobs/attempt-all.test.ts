import { expect, test } from "vitest";
import { attemptAll, attemptAllAtOnce } from "./attempt-all.ts";

test.each([attemptAll, attemptAllAtOnce])(
  "continues after a failing item and reports every failure",
  async (attempt) => {
    const done: number[] = [];
    const all = attempt([1, 2, 3, 4], async (item) => {
      if (item % 2 === 1) throw new Error(`no ${item}`);
      done.push(item);
    });
    await expect(all).rejects.toMatchObject({ errors: [new Error("no 1"), new Error("no 3")] });
    expect(done).toEqual([2, 4]);
  },
);
