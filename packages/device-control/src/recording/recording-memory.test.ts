import { expect, test } from "vitest";
import { RecordingMemory } from "./recording-memory.ts";

/** Creates holders by name. Each releases its oldest piece when asked. */
function openMemory(maxBytes: number) {
  const memory = new RecordingMemory(maxBytes);
  const pieces: Record<string, number[]> = {};
  const join = (owner: string, name: string) => {
    const own: number[] = (pieces[name] = []);
    const sum = () => own.reduce((bytes, piece) => bytes + piece, 0);
    const held = memory.join(owner, () => {
      own.shift();
      held.hold(sum());
    });
    return {
      add(bytes: number) {
        own.push(bytes);
        held.hold(sum());
      },
      leave: () => held.leave(),
    };
  };
  return { join, pieces };
}

test("one holder may use everything; later ones get equal shares", () => {
  const { join, pieces } = openMemory(100);
  const [first, second] = [join("ada", "first"), join("bob", "second")];
  for (let count = 0; count < 12; count += 1) first.add(10);
  expect(pieces.first).toHaveLength(10);
  for (let count = 0; count < 12; count += 1) second.add(10);
  expect([pieces.first?.length, pieces.second?.length]).toEqual([5, 5]);
});

test("several holdings of one owner count together, largest released first", () => {
  const { join, pieces } = openMemory(100);
  const one = join("ada", "one");
  for (let count = 0; count < 5; count += 1) one.add(10);
  const many = Array.from({ length: 20 }, (_, index) => join("bob", `many ${index}`));
  for (const holder of many) for (let count = 0; count < 2; count += 1) holder.add(5);
  expect(pieces.one).toHaveLength(5);
  many[0]?.add(20);
  expect(pieces.one).toHaveLength(5);
  expect(
    Object.values(pieces)
      .flat()
      .reduce((bytes, piece) => bytes + piece, 0),
  ).toBeLessThanOrEqual(100);
});

test("ignores released memory and holders that release nothing", () => {
  const { join, pieces } = openMemory(100);
  const first = join("ada", "first");
  first.add(100);
  first.leave();
  first.add(100);
  const second = join("bob", "second");
  second.add(90);
  expect(pieces.second).toEqual([90]);
  const memory = new RecordingMemory(100);
  const stubborn = memory.join("ada", () => {});
  stubborn.hold(200);
  let given = 0;
  const other = memory.join("bob", () => (given += 1));
  other.hold(100);
  expect(given).toBe(0);
});
