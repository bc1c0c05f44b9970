import { expect, test } from "vitest";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import { mouse } from "./mouse.ts";

test("the presses of a double click reach the server one after the other, however late it comes to them", async () => {
  const done: string[] = [];
  const input = {
    pointer: ({ buttons }: { buttons: number }) => void done.push(buttons === 0 ? "up" : "down"),
    settled: async () => void done.push("settled"),
  };
  await mouse(() => ({ input }) as unknown as DesktopScreen)({
    args: ["click", "10", "20", "left", "2"],
    folder: "/",
    gone: new AbortController().signal,
    print: async () => undefined,
  });
  expect(done).toEqual(["up", "down", "settled", "up", "settled", "down", "settled", "up"]);
});
