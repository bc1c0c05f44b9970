import { expect, test } from "vitest";
import { OutputText } from "./output-text.ts";

/** Returns all pieces of an output in chunks of this size. */
function piecesOf(bytes: Buffer, chunkBytes: number) {
  const output = new OutputText();
  const pieces = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    output.add(bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes)),
  );
  return [...pieces, output.end()].filter((piece) => piece !== undefined);
}

test.each([1, 2, 3, 4, 5, 100])("a text stays complete in chunks of %i bytes", (chunkBytes) => {
  const text = "aé字😀 \ufffd 你好\n";
  const pieces = piecesOf(Buffer.from(text), chunkBytes);
  expect(pieces.map(({ data }) => data).join("")).toBe(text);
  expect(pieces.filter(({ base64 }) => base64 !== undefined)).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 1_000])("non-text output keeps its bytes in chunks of %i bytes", (chunkBytes) => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => (n * 7) % 256));
  const parts = piecesOf(bytes, chunkBytes).map(({ data, base64 }) =>
    base64 === undefined ? Buffer.from(data) : Buffer.from(base64, "base64"),
  );
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});

test("reports an incomplete character at the end", () => {
  expect(piecesOf(Buffer.from("ab字").subarray(0, 4), 100)).toEqual([
    { data: "ab" },
    { data: "\ufffd", base64: Buffer.from("字").subarray(0, 2).toString("base64") },
  ]);
});
