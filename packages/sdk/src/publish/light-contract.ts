import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** What a client needs to know of a call: not its schemas, for the server validates, nor its words. */
const NEEDED = ["method", "path", "access", "timeoutMs", "takesIdempotencyKey", "contentType", "multipart"] as const;

const CONTRACT = /packages[/\\]contract[/\\]src[/\\][\w-]+\.ts$/;
const HAS_SCHEMAS = /^import \{ z \} from "zod";/m;

/**
 * The code of a module of the contract for bundles: of one that makes schemas, its calls and those of its other exports
 * that are data. Its schemas and functions are gone, so that a bundle that uses them cannot be built. Undefined for a
 * module without schemas, and for any other file: it is taken as it stands.
 */
export async function withoutSchemas(file: string): Promise<string | undefined> {
  if (!CONTRACT.test(file) || !HAS_SCHEMAS.test(await readFile(file, "utf8"))) return undefined;
  const module = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  const kept = module.flatMap(([name, value]) => {
    const text = textOf(isCall(value) ? summaryOf(value) : value);
    return text === undefined ? [] : `export const ${name} = ${text};`;
  });
  return kept.join("\n");
}

/** The same for esbuild. The SDK has 20 kB this way instead of some 700. */
export const lightContract: Plugin = {
  name: "light-contract",
  setup(build) {
    build.onLoad({ filter: CONTRACT }, async ({ path }) => {
      const contents = await withoutSchemas(path);
      return contents === undefined ? undefined : { contents, loader: "js" };
    });
  },
};

type Call = Record<string, unknown> & { path: string };

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "access" in value && "method" in value && "path" in value;

function summaryOf(call: Call): Record<string, unknown> {
  const body = call["body"] === undefined ? [] : [["body", true]];
  return Object.fromEntries([...NEEDED.map((name) => [name, call[name]]), ...body]);
}

/** JavaScript for a value; undefined if it is not data alone. */
const textOf = (value: unknown): string | undefined =>
  value instanceof RegExp ? String(value) : isData(value) ? JSON.stringify(value) : undefined;

/** Whether JSON says all of a value: no schema, function or pattern. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}
