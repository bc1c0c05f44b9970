import { MOUSE_BUTTONS } from "@terrarium/adb-device/ports/input";
import { expect, test } from "vitest";
import type { XConnection } from "./x-connection.ts";
import { XInput } from "./x-input.ts";
import type { XKeyboard } from "./x-keyboard.ts";

const MOTION = 6;
const names = new Map([
  [4, "press"],
  [5, "release"],
]);

/** Creates input on an X server that records XTEST requests. */
function recordedInput() {
  const done: string[] = [];
  const FakeInput = (type: number, detail: number, delayMs: number, _root: number, xPx: number, yPx: number) => {
    const what = type === MOTION ? `move ${xPx} ${yPx}` : `${names.get(type)} ${detail}`;
    done.push(delayMs > 0 ? `${what} after ${delayMs} ms` : what);
  };
  const answers: ((error: null, value: object) => void)[] = [];
  const QueryPointer = (_root: number, answer: (error: null, value: object) => void) => void answers.push(answer);
  const x = { root: 1, xtest: { FakeInput }, client: { QueryPointer } } as unknown as XConnection;
  /** The server processes its pending requests. */
  const catchUp = () => {
    for (const answer of answers.splice(0)) answer(null, {});
  };
  return { input: new XInput(x, {} as XKeyboard), done, catchUp, isAsked: () => answers.length > 0 };
}

test("presses again when a finger comes down twice", async () => {
  const { input, done } = recordedInput();
  input.touch({ action: "down", pointerId: 0, xPx: 10, yPx: 20 });
  input.touch({ action: "down", pointerId: 0, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 0, xPx: 30, yPx: 40 });
  expect(done).toEqual(["move 10 20", "press 1", "release 1", "move 30 40", "press 1", "release 1"]);
});

test("ignores a second finger", async () => {
  const { input, done } = recordedInput();
  input.touch({ action: "down", pointerId: 0, xPx: 10, yPx: 20 });
  input.touch({ action: "down", pointerId: 1, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 1, xPx: 30, yPx: 40 });
  input.touch({ action: "up", pointerId: 0, xPx: 10, yPx: 20 });
  expect(done).toEqual(["move 10 20", "press 1", "release 1"]);
});

test("leaves double-click timing to the server", () => {
  const { input, done } = recordedInput();
  input.pointer({ xPx: 10, yPx: 20, buttons: 0 });
  input.click(MOUSE_BUTTONS.primary, 2);
  expect(done).toEqual([
    "move 10 20",
    "press 1",
    "release 1 after 30 ms",
    "press 1 after 60 ms",
    "release 1 after 30 ms",
  ]);
});

test("is settled when the server has processed all input", async () => {
  const { input, isAsked, catchUp } = recordedInput();
  let isSettled = false;
  const settled = input.settled().then(() => (isSettled = true));
  while (!isAsked()) await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  catchUp();
  await settled;
});
