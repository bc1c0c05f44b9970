import { expect, it } from "vitest";
import { keyActions, pointerIds, touchActions, type ControlMessage } from "./control.ts";
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
const { down, up, move, cancel, hoverMove } = touchActions;
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
    touch(down, pointerIds.mouse, 40, 1),
    touch(move, pointerIds.mouse, 50, 1),
    key(keyActions.down, 113),
    key(keyActions.down, 29),
  ])
    held.note(message);
  expect(held.release().map(told)).toEqual([
    [cancel, 1n, 20, 0],
    [cancel, 2n, 30, 0],
    [cancel, pointerIds.mouse, 50, 0],
    [keyActions.up, 29],
    [keyActions.up, 113],
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
    touch(hoverMove, pointerIds.mouse),
    touch(down, pointerIds.mouse, 0, 3),
    touch(up, pointerIds.mouse, 0, 1),
    touch(up, pointerIds.mouse),
    key(keyActions.down, 29),
    key(keyActions.up, 29),
    { type: "text", text: "a" } as const,
  ])
    held.note(message);
  expect(held.release()).toEqual([]);
});

it("limits held input, whatever a client sends", () => {
  const held = new HeldInput();
  for (let number = 0; number < 10_000; number++) {
    held.note(touch(down, BigInt(number)));
    held.note(key(keyActions.down, number));
  }
  expect(held.release()).toHaveLength(64);
});
