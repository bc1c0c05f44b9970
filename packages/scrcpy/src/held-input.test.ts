import { expect, it } from "vitest";
import { KEY_ACTIONS, POINTER_IDS, TOUCH_ACTIONS, type ControlMessage } from "./control.ts";
import { HeldInput } from "./held-input.ts";

const touch = (action: number, pointerId: bigint, x = 0, buttons = 0): ControlMessage => ({
  type: "touch",
  action,
  pointerId,
  x,
  y: 0,
  screenWidthPx: 100,
  screenHeightPx: 100,
  pressure: 1,
  actionButton: buttons,
  buttons,
});
const key = (action: number, keyCode: number): ControlMessage => ({
  type: "key",
  action,
  keyCode,
  repeat: 0,
  metaState: 0,
});
const { down, up, move, cancel, hoverMove } = TOUCH_ACTIONS;
const told = (message: ControlMessage) =>
  message.type === "touch"
    ? [message.action, message.pointerId, message.x, message.buttons]
    : message.type === "key" && [message.action, message.keyCode];

it("releases fingers, buttons and keys once, latest first", () => {
  const held = new HeldInput();
  for (const message of [
    touch(down, 1n, 10),
    touch(move, 1n, 20),
    touch(down, 2n, 30),
    touch(down, POINTER_IDS.mouse, 40, 1),
    touch(move, POINTER_IDS.mouse, 50, 1),
    key(KEY_ACTIONS.down, 113),
    key(KEY_ACTIONS.down, 29),
  ])
    held.note(message);
  expect(held.release().map(told)).toEqual([
    [cancel, 1n, 20, 0],
    [cancel, 2n, 30, 0],
    [cancel, POINTER_IDS.mouse, 50, 0],
    [KEY_ACTIONS.up, 29],
    [KEY_ACTIONS.up, 113],
  ]);
  expect(held.release()).toEqual([]);
});

it("forgets released and unpressed input", () => {
  const held = new HeldInput();
  for (const message of [
    touch(down, 1n),
    touch(up, 1n),
    touch(down, 2n),
    touch(cancel, 2n),
    touch(move, 3n),
    touch(hoverMove, POINTER_IDS.mouse),
    touch(down, POINTER_IDS.mouse, 0, 3),
    touch(up, POINTER_IDS.mouse, 0, 1),
    touch(up, POINTER_IDS.mouse),
    key(KEY_ACTIONS.down, 29),
    key(KEY_ACTIONS.up, 29),
    { type: "text", text: "a" } as const,
  ])
    held.note(message);
  expect(held.release()).toEqual([]);
});

it("limits held input, whatever a client sends", () => {
  const held = new HeldInput();
  for (let number = 0; number < 10_000; number++) {
    held.note(touch(down, BigInt(number)));
    held.note(key(KEY_ACTIONS.down, number));
  }
  expect(held.release()).toHaveLength(64);
});
