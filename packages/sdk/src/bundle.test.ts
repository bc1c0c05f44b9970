import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

const BUNDLE = new URL("../dist/runner.js", import.meta.url);
const packageOf = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));
let api: Awaited<ReturnType<typeof startFakeApi>>;

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url))]);
  api = await startFakeApi((_, response) => answerJson(response, { uid: "sbx_1" }));
});
afterAll(() => api.close());

test("the bundle has no imports and is small", () => {
  const source = readFileSync(BUNDLE, "utf8");
  expect(source).not.toMatch(/\bimport\b/);
  expect(source.length).toBeLessThan(45_000);
});

test("the bundle works without the schemas", async () => {
  const { GboxClient, Architecture, Terrarium, TerrariumClient, TerrariumError, AndroidGbox } = (await import(
    /* @vite-ignore */ BUNDLE.href
  )) as typeof import("./runner-entry.ts");
  const android = await new GboxClient({ apiKey: "k", baseUrl: api.baseUrl }).initAndroid({ arch: Architecture.X86 });
  expect(android).toBeInstanceOf(AndroidGbox);
  await android.keypress("enter");
  expect(Terrarium).toBe(TerrariumClient);
  await new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl }).boxes.terminate("sbx_1");
  expect(api.calls.map((call) => call.path)).toEqual([
    "/api/v1/gbox/android/create",
    "/api/v1/gbox/android/keyPress",
    "/api/v1/boxes/sbx_1/terminate",
  ]);
  expect(new TerrariumError("m", { code: "timeout" }).name).toBe("TerrariumError");
});

test.each([
  ["@terrarium/sdk", "terrarium-sdk.tgz"],
  ["gbox-sdk", "gbox-sdk.tgz"],
])("npm installs %s for use in a program", async (name, file) => {
  const run = promisify(execFile);
  const cwd = mkdtempSync(path.join(tmpdir(), "terrarium-sdk-"));
  try {
    writeFileSync(path.join(cwd, "package.json"), '{"type":"module"}');
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", packageOf(file)], { cwd });
    const program = `import { GboxClient } from "${name}"; console.log((await new GboxClient().initAndroid()).sandboxId);`;
    writeFileSync(path.join(cwd, "program.js"), program);
    const env = { ...process.env, TERRARIUM_API_KEY: "k", TERRARIUM_BASE_URL: api.baseUrl };
    expect((await run(process.execPath, ["program.js"], { cwd, env })).stdout).toBe("sbx_1\n");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

test("the package's declared exports and types match the code", async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), "terrarium-sdk-"));
  try {
    execFileSync("tar", ["xzf", packageOf("terrarium-sdk.tgz"), "-C", cwd]);
    const code = fileURLToPath(new URL("runner-entry.ts", import.meta.url));
    const program = `import type * as Published from "./package/index.d.ts";
      import * as code from "${code}";
      export const published: typeof Published = code;
      type Same<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? true : [keyof One, keyof Other];
      type BoxOf<Client extends { boxes: { get: (id: string) => Promise<unknown> } }> = Awaited<ReturnType<Client["boxes"]["get"]>>;
      type PublishedBox = BoxOf<Published.TerrariumClient>;
      type CodeBox = BoxOf<code.TerrariumClient>;
      export const members: [
        Same<Published.TerrariumClient, code.TerrariumClient>,
        Same<Published.TerrariumClient["boxes"], code.TerrariumClient["boxes"]>,
        Same<Published.TerrariumClient["snapshots"], code.TerrariumClient["snapshots"]>,
        Same<Published.TerrariumClient["templates"], code.TerrariumClient["templates"]>,
        Same<Published.TerrariumClient["webhooks"], code.TerrariumClient["webhooks"]>,
        Same<Published.GboxClient, code.GboxClient>,
        Same<Published.AndroidGbox, code.AndroidGbox>,
        Same<PublishedBox, CodeBox>,
        { [Group in keyof CodeBox]: Same<PublishedBox[Group], CodeBox[Group]> }["files" | "media" | "commands" | "actions"],
      ] = [true, true, true, true, true, true, true, true, true];`;
    writeFileSync(path.join(cwd, "program.mts"), program);
    const tsconfig = fileURLToPath(new URL("../../../tsconfig.json", import.meta.url));
    const types = path.dirname(tsconfig);
    const options = {
      extends: tsconfig,
      include: ["*.mts"],
      compilerOptions: { typeRoots: [`${types}/node_modules/@types`] },
    };
    writeFileSync(path.join(cwd, "tsconfig.json"), JSON.stringify(options));
    const compiler = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));
    const { stdout } = await promisify(execFile)(compiler, ["-p", cwd]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
    const declared = readFileSync(path.join(cwd, "package/index.d.ts"), "utf8");
    const names = [...declared.matchAll(/^export declare (?:class|const) (\w+)/gm)].map(([, name]) => name);
    expect(new Set(Object.keys(await import("./runner-entry.ts")))).toEqual(new Set(names));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
