import type { Plugin } from "esbuild";

/** What a client needs to know of a call: not its schemas, for the server validates, nor its words. */
const NEEDED = ["method", "path", "timeoutMs", "takesIdempotencyKey", "contentType", "multipart"] as const;

const CONTRACT = /packages[/\\]contract[/\\]src[/\\][\w-]+\.ts$/;

/**
 * For bundles: modules of the contract that declare calls become tables of these calls, and of their other exports those
 * that are data. In the rest of the contract, zod is a stand-in on which every property and call gives itself again.
 * The SDK has 20 kB this way instead of some 700.
 */
export const lightContract: Plugin = {
  name: "light-contract",
  setup(build) {
    build.onLoad({ filter: CONTRACT }, async ({ path }) => {
      const module = Object.entries((await import(path)) as Record<string, unknown>);
      if (!module.some(([, value]) => isCall(value))) return undefined;
      const kept = module.flatMap(([name, value]) => {
        const data = isCall(value) ? summaryOf(value) : isData(value) ? value : undefined;
        return data === undefined ? [] : `export const ${name} = ${JSON.stringify(data)};`;
      });
      return { contents: kept.join("\n"), loader: "js" };
    });
    build.onResolve({ filter: /^zod$/ }, ({ importer }) =>
      CONTRACT.test(importer) ? { path: "zod", namespace: "light-contract" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "light-contract" }, () => ({
      contents: "export const z = new Proxy(() => z, { get: () => z });",
    }));
  },
};

type Call = Record<string, unknown> & { path: string };

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "access" in value && "method" in value && "path" in value;

function summaryOf(call: Call): Record<string, unknown> {
  const body = call["body"] === undefined ? [] : [["body", true]];
  return Object.fromEntries([...NEEDED.map((name) => [name, call[name]]), ...body]);
}

/** Whether JSON says all of a value: no schema, function or pattern. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}
