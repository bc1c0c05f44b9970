import { expect, test } from "vitest";
import type { XConnection } from "./x-connection.ts";
import { XInput } from "./x-input.ts";
import type { XKeyboard } from "./x-keyboard.ts";

const motion = 6;
const names = new Map([
  [4, "press"],
  [5, "release"],
]);

/** An X server that notes what is done by its extension XTEST. */
function recordedInput() {
  const done: string[] = [];
  const FakeInput = (type: number, detail: number, _delay: number, _root: number, xPx: number, yPx: number) =>
    void done.push(type === motion ? `move ${xPx} ${yPx}` : `${names.get(type)} ${detail}`);
  const answers: ((error: null, value: object) => void)[] = [];
  const QueryPointer = (_root: number, answer: (error: null, value: object) => void) => void answers.push(answer);
  const x = { root: 1, xtest: { FakeInput }, client: { QueryPointer } } as unknown as XConnection;
  /** The server comes to what it was asked. */
  const catchUp = () => {
    for (const answer of answers.splice(0)) answer(null, {});
  };
  return { input: new XInput(x, {} as XKeyboard), done, catchUp, isAsked: () => answers.length > 0 };
}

test("a finger that comes down again without having been lifted presses there", async () => {
  const { input, done } = recordedInput();
  input.touch({ action: "down", pointerId: 0, xPx: 10, yPx: 20 });
  input.touch({ action: "down", pointerId: 0, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 0, xPx: 30, yPx: 40 });
  expect(done).toEqual(["move 10 20", "press 1", "release 1", "move 30 40", "press 1", "release 1"]);
});

test("a second finger beside the first does nothing", async () => {
  const { input, done } = recordedInput();
  input.touch({ action: "down", pointerId: 0, xPx: 10, yPx: 20 });
  input.touch({ action: "down", pointerId: 1, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 1, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 0, xPx: 10, yPx: 20 });
  expect(done).toEqual(["move 10 20", "press 1", "release 1"]);
});

test("is settled when the server has come to all that it was told", async () => {
  const { input, isAsked, catchUp } = recordedInput();
  let isSettled = false;
  const settled = input.settled().then(() => (isSettled = true));
  while (!isAsked()) await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  catchUp();
  await settled;
});
