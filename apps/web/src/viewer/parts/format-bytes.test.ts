import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [1_234_567, "1.2 MB"],
  [123_400_000, "123 MB"],
  [1_073_741_824, "1.1 GB"],
])("%d is %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
