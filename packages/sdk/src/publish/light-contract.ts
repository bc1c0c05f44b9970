import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** Fields of a call that a client requires. Schemas are left out because the server validates; so are descriptions. */
const NEEDED = ["method", "path", "access", "timeoutMs", "takesIdempotencyKey", "contentType", "multipart"] as const;

const CONTRACT = /packages[/\\]contract[/\\]src[/\\][\w-]+\.ts$/;
const HAS_SCHEMAS = /^import \{ z \} from "zod";/m;

/**
 * Returns the code of a contract module for bundles. A module with schemas is reduced to its calls and its plain data
 * exports. A bundle that uses its schemas or functions therefore fails to build. Returns undefined for modules without
 * schemas and for other files: they are bundled unchanged.
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

/** esbuild plugin that removes the schemas. It reduces the SDK from about 700 kB to 20 kB. */
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

/** Returns JavaScript source for a value, or undefined if it is not plain data. */
const textOf = (value: unknown): string | undefined =>
  value instanceof RegExp ? String(value) : isData(value) ? JSON.stringify(value) : undefined;

/** Returns whether JSON can represent a value completely: no schema, function or pattern. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}
