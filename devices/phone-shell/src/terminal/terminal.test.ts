import { expect, test } from "vitest";
import { BrokenPipeError } from "../streams/byte-stream.ts";
import { LineHistory } from "./line-history.ts";
import { Terminal } from "./terminal.ts";

test("what is shown to somebody who is gone harms nobody", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  const terminal = new Terminal(
    { rows: 24, columns: 80 },
    async () => {
      throw new BrokenPipeError();
    },
    () => undefined,
    new LineHistory(),
  );
  terminal.show("a prompt");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
