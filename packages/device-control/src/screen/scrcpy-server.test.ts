import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { expect, onTestFinished, test } from "vitest";
import { readScrcpyServer } from "./scrcpy-server.ts";

test.each([
  ["a file that is not there", undefined, /SETTING .*server\.jar cannot be read: ENOENT/],
  ["a build of somebody else", Buffer.from("PK"), /is none of the servers .* 3\.3\.4; its SHA-256 is [0-9a-f]{64}$/],
  ["a file that is too large", Buffer.alloc(1_048_577), /cannot be read: it has more than 1048576 bytes$/],
])("rejects %s with a reason", (_name, content, words) => {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-scrcpy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "server.jar");
  if (content) writeFileSync(file, content);
  const read = () => readScrcpyServer("SETTING", file);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(words);
});
