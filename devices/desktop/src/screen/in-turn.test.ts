import { expect, test } from "vitest";
import { InTurn } from "./in-turn.ts";

test("queues work behind asynchronous work, runs other work immediately", async () => {
  const turns = new InTurn();
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.do(() => void done.push("first"));
  turns.do(async () => {
    await promise;
    done.push("slow");
  });
  turns.do(() => void done.push("next"));
  expect(done).toEqual(["first"]);
  resolve();
  await turns.settled();
  expect(done).toEqual(["first", "slow", "next"]);
  turns.do(() => void done.push("last"));
  expect(done.at(-1)).toBe("last");
});

test("continues after a failure", async () => {
  const turns = new InTurn();
  const done: string[] = [];
  turns.do(() => Promise.reject(new Error("the window has gone")));
  turns.do(() => void done.push("next"));
  await turns.settled();
  expect(done).toEqual(["next"]);
});
