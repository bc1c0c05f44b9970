import { expect, test } from "vitest";
import { GatheredBytes } from "./gathered-bytes.ts";

test("returns chunks of all sizes in their order", () => {
  const sizes = [1, 0, 20_000, 3, 16_383, 16_384, 1, 70_000, 5, 60_000];
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  const gathered = new GatheredBytes();
  for (const chunk of chunks) gathered.add(chunk);
  expect(gathered.bytes().equals(Buffer.concat(chunks))).toBe(true);
  gathered.add(Buffer.of(7));
  expect(gathered.bytes().equals(Buffer.concat([...chunks, Buffer.of(7)]))).toBe(true);
});

test("does not store one-byte chunks separately", () => {
  const gathered = new GatheredBytes();
  const chunk = Buffer.from("a");
  gathered.add(chunk);
  chunk.write("b");
  expect(gathered.bytes().toString()).toBe("a");
});
