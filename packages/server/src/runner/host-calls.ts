import { type ChangeableUrlPart, type HostCalls, URL_PARTS, type UrlParts } from "./guest/guest.ts";

const isChangeable = (part: string): part is ChangeableUrlPart =>
  part !== "origin" && (URL_PARTS as readonly string[]).includes(part);

/** Calls of the interpreter that depend only on their arguments. */
export const pureHostCalls = {
  parseUrl: (url, base) => {
    const parsed = base === null ? URL.parse(url) : URL.parse(url, base);
    return parsed && partsOf(parsed);
  },
  changeUrl: (href, part, value) => {
    const url = URL.parse(href);
    if (!url || !isChangeable(part) || (part === "href" && !URL.canParse(value))) return null;
    url[part] = value;
    return partsOf(url);
  },
  parseQuery: (text) => [...new URLSearchParams(text)],
  formatQuery: (...pairs) => String(new URLSearchParams(toPairs(pairs))),
  atob: (text) => orNull(() => atob(text)),
  btoa: (text) => orNull(() => btoa(text)),
} satisfies Partial<HostCalls>;

type Kind = "string" | "number" | "boolean" | "string or null" | "strings";

/** Argument types of each call. "strings" stands for any number at the end. */
const PARAMETERS: Readonly<Record<keyof HostCalls, readonly Kind[]>> = {
  log: ["string"],
  fail: ["string"],
  setTimer: ["number", "boolean"],
  clearTimer: ["number"],
  fetch: ["string", "string", "strings"],
  abortFetch: ["number"],
  parseUrl: ["string", "string or null"],
  changeUrl: ["string", "string", "string"],
  parseQuery: ["string"],
  formatQuery: ["strings"],
  encodeUtf8: ["string"],
  decodeUtf8: ["boolean", "boolean"],
  atob: ["string"],
  btoa: ["string"],
};

/**
 * Makes a call without trusting its input, because a script may influence it. Throws TypeError if there is no such
 * call.
 */
export function makeCall(calls: HostCalls, name: string, argsJson: string): unknown {
  const args: unknown = JSON.parse(argsJson);
  requireCall(name, args);
  return (calls[name] as (...args: readonly unknown[]) => unknown)(...(args as unknown[]));
}

function requireCall(name: string, args: unknown): asserts name is keyof HostCalls {
  if (!Array.isArray(args)) throw new TypeError("Arguments must be a list");
  if (!Object.hasOwn(PARAMETERS, name)) throw new TypeError(`The host has no ${name}`);
  const kinds = PARAMETERS[name as keyof HostCalls];
  const rest = kinds.at(-1) === "strings";
  const fits = (arg: unknown, index: number) => {
    const kind = rest && index >= kinds.length - 1 ? "string" : kinds[index];
    return kind === "string or null" ? arg === null || typeof arg === "string" : typeof arg === kind;
  };
  const countFits = rest ? args.length >= kinds.length - 1 : args.length === kinds.length;
  if (!countFits || !args.every(fits)) throw new TypeError(`The host's ${name} takes ${kinds.join(", ")}`);
}

/** Converts alternating names and values to pairs. */
export function toPairs(list: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: Math.ceil(list.length / 2) }, (_, at) => [list[2 * at] ?? "", list[2 * at + 1] ?? ""]);
}

const partsOf = (url: URL) => Object.fromEntries(URL_PARTS.map((part) => [part, url[part]])) as UrlParts;

/** Returns null for text that cannot be converted; the interpreter throws its own DOMException. */
function orNull(convert: () => string): string | null {
  try {
    return convert();
  } catch {
    return null;
  }
}
