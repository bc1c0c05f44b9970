import { expect, test } from "vitest";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import { screenCommands } from "./screen-commands.ts";

/** Creates a screen that records its input, and a page that is drawn on demand. */
function recordedScreen() {
  const done: string[] = [];
  const input = {
    hasKey: () => true,
    settled: async () => undefined,
    touch: ({ action }: { action: string }) => done.push(action),
    key: ({ action, keyCode }: { action: string; keyCode: number }) => done.push(`${action} ${keyCode}`),
    text: (text: string) => done.push(text),
    pointer: () => done.push("move"),
    click: () => done.push("click"),
  };
  const drawn = Promise.withResolvers<void>();
  const screen = { input } as unknown as DesktopScreen;
  const commands = screenCommands(
    () => screen,
    () => drawn.promise,
  );
  const run = (line: string) => {
    const [name = "", ...args] = line.split(" ");
    const call = { args, folder: "/", gone: new AbortController().signal, print: async () => undefined };
    return commands[name]?.(call);
  };
  return { done, drawn, run };
}

test.each([
  ["input tap 10 20", ["down", "up"]],
  ["input keyevent A", ["down 29", "up 29"]],
  ["input text moss", ["moss"]],
  ["mouse click 10 20", ["move", "click"]],
])("%s waits until the front page is drawn", async (line, actions) => {
  const { done, drawn, run } = recordedScreen();
  const ran = run(line);
  await new Promise(setImmediate);
  expect(done).toEqual([]);
  drawn.resolve();
  await ran;
  expect(done).toEqual(actions);
});
