import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { scriptTypeFiles } from "../../../../vite-script-types.ts";
import { COMPILER_OPTIONS, IGNORED_CODES } from "./language-options.ts";
import { SAMPLES } from "./samples.ts";

const ROOT = "file:///";
const SCRIPT = `${ROOT}1/script.js`;
const FOLDER = import.meta.resolve("monaco-editor/languages/features/typescript/register").replace(/[^/]*$/, "lib/");

interface Diagnostic {
  code: number;
  messageText: string | { messageText: string };
}
interface LanguageService {
  getSyntacticDiagnostics: (file: string) => Diagnostic[];
  getSemanticDiagnostics: (file: string) => Diagnostic[];
  getCompletionsAtPosition: (file: string, offset: number, options: object) => { entries: { name: string }[] };
}

/** Content of each file that TypeScript reads. */
const files = new Map<string, string>();
let version = 0;
let service: LanguageService;

beforeAll(async () => {
  const modules: Record<string, unknown>[] = await Promise.all(
    ["typescriptServices.js", "lib.js"].map((name) => import(pathToFileURL(new URL(FOLDER + name).pathname).href)),
  );
  const [{ createLanguageService } = {}, { libFileMap } = {}] = modules;
  const declarations = Object.entries(await scriptTypeFiles()).map(([name, content]): [string, string] => [
    ROOT + name,
    content,
  ]);
  for (const [name, content] of [...Object.entries(libFileMap as Record<string, string>), ...declarations])
    files.set(name, content);
  const read = (name: string) => files.get(name);
  service = (createLanguageService as (host: object) => LanguageService)({
    getCompilationSettings: () => COMPILER_OPTIONS,
    getScriptFileNames: () => [SCRIPT, ...declarations.map(([name]) => name)],
    getScriptVersion: () => String(version),
    getScriptSnapshot: (name: string) => {
      const text = read(name);
      if (text === undefined) return undefined;
      const getText = (start: number, end: number) => text.slice(start, end);
      return { getText, getLength: () => text.length, getChangeRange: () => undefined };
    },
    getScriptKind: (name: string) => (name.endsWith(".js") ? 1 : 3),
    getCurrentDirectory: () => "",
    getDefaultLibFileName: () => "lib.esnext.full.d.ts",
    readFile: read,
    fileExists: (name: string) => read(name) !== undefined,
  });
});

function write(code: string): void {
  version += 1;
  files.set(SCRIPT, code);
}

/** Returns the errors that the editor shows in a script. */
function errorsIn(code: string): string[] {
  write(code);
  return [...service.getSyntacticDiagnostics(SCRIPT), ...service.getSemanticDiagnostics(SCRIPT)]
    .filter((diagnostic) => !IGNORED_CODES.includes(diagnostic.code))
    .map(({ messageText }) => (typeof messageText === "string" ? messageText : messageText.messageText));
}

const SDK = 'import { TerrariumClient } from "@terrarium/sdk";\nconst { boxes } = new TerrariumClient();\n';

test.each(SAMPLES)("the editor accepts the $label", ({ code }) => {
  expect(errorsIn(code)).toEqual([]);
});

test.each([
  ["top-level await", "await new Promise((resolve) => setTimeout(resolve, 5));"],
  ["a promise without a value", "await new Promise((resolve) => resolve());"],
  [
    "a request",
    'const answer = await fetch("/api/v1/boxes", { method: "GET" });\nconsole.log((await answer.json()).data);',
  ],
  ["using", `${SDK}await using box = await boxes.create({ config: { expiresIn: "5m" } });\nconsole.log(box.id);`],
  ["an error's fields", "try { JSON.parse('x'); } catch (error) { console.log(error.message, error.code); }"],
  ["a growing object", "const seen = {};\nseen.count = 1;\nconsole.log(seen.count);"],
  [
    "a pair in a variable",
    'import { GboxClient } from "gbox-sdk";\nconst to = [1, 2];\nawait (await new GboxClient().initAndroid()).scroll(to, to);',
  ],
  ["an import on demand", 'const { TerrariumClient } = await import("@terrarium/sdk");\nnew TerrariumClient();'],
  [
    "globals",
    "console.log(process.env.HOME, performance.now(), structuredClone([1]), new URL('a:b').href, btoa('a'));",
  ],
])("the editor accepts %s", (_name, code) => {
  expect(errorsIn(code)).toEqual([]);
});

test.each([
  ["a misspelt method", `${SDK}await boxes.creat();`, /Property 'creat' does not exist .*'create'/],
  ["a misspelt field", `${SDK}await boxes.create({ confg: {} });`, /'confg' does not exist/],
  ["a package that scripts cannot import", 'import fs from "node:fs";', /Cannot find module 'node:fs'/],
  ["an unknown export", 'import { Nope } from "gbox-sdk";', /has no exported member 'Nope'/],
  ["a global of browsers", "document.title;", /Cannot find name 'document'/],
  ["a syntax error", "let a = ;", /Expression expected/],
])("the editor reports %s", (_name, code, message) => {
  expect(errorsIn(code).join()).toMatch(message);
});

test("the editor completes methods of a box", () => {
  const code = `${SDK}(await boxes.create()).actions.`;
  write(code);
  const { entries } = service.getCompletionsAtPosition(SCRIPT, code.length, {});
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["tap", "type", "waitFor", "screenshot"]));
});
