import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlSnippet, sdkSnippet } from "./snippets.ts";

const ORIGIN = "http://localhost:3000";
const config = { templateId: "tpl_phone", expiresIn: "30m", labels: { task: "it's $HOME", "two words": '"x"' } };

/** Returns the words into which a shell splits the command. */
const words = (command: string) =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`], { env: { TERRARIUM_API_KEY: "trm_1" } })
    .toString()
    .split("\0");

test("the curl command sends the choices unchanged, whatever they contain", () => {
  const sent = words(curlSnippet(ORIGIN, config));
  expect(sent[0]).toBe(`${ORIGIN}/api/v1/boxes`);
  expect(sent).toContain("authorization: Bearer trm_1");
  expect(JSON.parse(sent[sent.indexOf("-d") + 1] ?? "")).toEqual({ config });
});

test("the script creates a sandbox with the choices", async () => {
  const script = sdkSnippet(ORIGIN, config).replace(/^import .*\n/m, "");
  const created: unknown[] = [];
  class TerrariumClient {
    boxes = { create: (options: unknown) => created.push(options) };
  }
  // oxlint-disable-next-line no-implied-eval -- the text is the product here: run it
  await new Function("TerrariumClient", `return (async () => { ${script} })()`)(TerrariumClient);
  expect(created).toEqual([{ config }]);
});

test("omits empty metadata", () => {
  const bare = { templateId: "tpl_phone", expiresIn: "30m", labels: {} };
  expect(sdkSnippet(ORIGIN, bare)).not.toContain("labels");
  expect(curlSnippet(ORIGIN, bare)).not.toContain("labels");
});
