import { columnsOf } from "@terrarium/phone-system/text-width";
import { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";
import { graphemeCells } from "./grapheme-cells.ts";

async function cellsOf(text: string): Promise<string[]> {
  const terminal = new Terminal({ cols: 40, rows: 2, allowProposedApi: true });
  terminal.unicode.register(graphemeCells);
  terminal.unicode.activeVersion = graphemeCells.version;
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const line = terminal.buffer.active.getLine(0);
  const columns = terminal.buffer.active.cursorX;
  return Array.from({ length: columns }, (_, column) => line?.getCell(column)?.getChars() ?? "");
}

test.each([
  ["abc", ["a", "b", "c"]],
  ["e\u0301", ["e\u0301"]],
  ["林|", ["林", "", "|"]],
  ["🏳️‍🌈|", ["🏳️‍🌈", "", "|"]],
  ["👩🏽‍🚀👍", ["👩🏽‍🚀", "", "👍", ""]],
  ["🇨🇭🇫🇷", ["🇨🇭", "", "🇫🇷", ""]],
  ["❤️x", ["❤️", "", "x"]],
  ["✓→한", ["✓", "→", "한", ""]],
])("%s has the cell count that the shell assumes", async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
  expect(columnsOf(text)).toBe(cells.length);
});
