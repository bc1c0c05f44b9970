import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerJson, startFakeApi } from "./fake-api.ts";

const BUNDLE = new URL("../dist/runner.js", import.meta.url);
let api: Awaited<ReturnType<typeof startFakeApi>>;

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url))]);
  api = await startFakeApi((_, response) => answerJson(response, { uid: "sbx_1" }));
});
afterAll(() => api.close());

test("the bundle stands alone and is small", () => {
  const source = readFileSync(BUNDLE, "utf8");
  expect(source).not.toMatch(/\bimport\b/);
  expect(source.length).toBeLessThan(20_000);
});

test("the bundle works without the schemas", async () => {
  const { GboxClient, Architecture, Terrarium, TerrariumError, AndroidGbox } = (await import(
    /* @vite-ignore */ BUNDLE.href
  )) as typeof import("./runner-entry.ts");
  const android = await new GboxClient({ apiKey: "k", baseUrl: api.baseUrl }).initAndroid({ arch: Architecture.X86 });
  expect(android).toBeInstanceOf(AndroidGbox);
  await android.keypress("enter");
  await new Terrarium({ apiKey: "k", baseUrl: api.baseUrl }).boxes.terminate("sbx_1");
  expect(api.calls.map((call) => call.path)).toEqual([
    "/api/v1/gbox/android/create",
    "/api/v1/gbox/android/keyPress",
    "/api/v1/boxes/sbx_1/terminate",
  ]);
  expect(new TerrariumError("m", { code: "timeout" }).name).toBe("TerrariumError");
});
