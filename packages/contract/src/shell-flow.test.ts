import { expect, test } from "vitest";
import { Receipts, SendWindow, SHELL_FLOW } from "./shell-flow.ts";

test.each([1, 100, 5000, SHELL_FLOW.message.maxBytes])("messages of %i bytes flow without interruption", (bytes) => {
  const window = new SendWindow();
  const answers: number[] = [];
  const receipts = new Receipts((text) => answers.push((JSON.parse(text) as { bytes: number }).bytes));
  for (let round = 0; round < 100; round++) {
    let sent = 0;
    for (; !window.isFull; sent++) window.sent(bytes);
    expect(sent).toBeGreaterThan(0);
    expect(sent * bytes).toBeLessThan(SHELL_FLOW.windowBytes + bytes);
    expect(sent).toBeLessThanOrEqual(SHELL_FLOW.windowBytes / SHELL_FLOW.message.minBytes);
    for (let i = 0; i < sent; i++) receipts.processed(bytes);
    for (const answer of answers.splice(0)) expect(window.acknowledged(answer)).toBe(true);
  }
});

test("rejects an acknowledgement of more than was sent", () => {
  const window = new SendWindow();
  window.sent(1000);
  expect([window.acknowledged(1001), window.acknowledged(1000), window.acknowledged(1)]).toEqual([false, true, false]);
});
