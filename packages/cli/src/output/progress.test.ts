import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { bytesInWords, Progress } from "./progress.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [45_600_000, "45.6 MB"],
  [2_500_000_000_000, "2500.0 GB"],
])("formats %i bytes as %s", (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});

test("shows progress on a terminal and clears it", () => {
  vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValue(3_000);
  const stream = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.WriteStream;
  const progress = new Progress("a.bin", 4_000_000, stream);
  progress.add(1_000_000);
  progress.end();
  vi.restoreAllMocks();
  expect(String(stream.read())).toBe("\ra.bin  1.0 MB of 4.0 MB  25 %  500.0 kB/s\u001b[K\r\u001b[K");
  const pipe = new PassThrough() as unknown as NodeJS.WriteStream;
  const silent = new Progress("a.bin", undefined, pipe);
  silent.add(5_000_000);
  silent.end();
  expect(pipe.read()).toBe(null);
});
