import { pathToFileURL } from "node:url";
import { CALLS, CALLS_WITHOUT_BOX, LINUX_CALLS, type WireCall } from "./calls.ts";

/** Calls a method of gbox-sdk by its name below `client.v1.boxes`. Rejects with an error that carries `status` and `error`. */
export type CallMethod = (name: string, ...args: unknown[]) => Promise<unknown>;

/** Path of the gbox-sdk 0.44 module, for runs with the SDK itself. No registry has that version. */
const { TERRARIUM_TEST_GBOX_SDK: MODULE } = process.env;

/** Reason why requests are sent without the SDK; undefined if the SDK is available. */
export const whyNoSdk =
  MODULE === undefined ? "TERRARIUM_TEST_GBOX_SDK names no module of gbox-sdk 0.44, which no registry has" : undefined;

/** Opens the unmodified SDK. */
export async function openSdk(baseUrl: string, apiKey: string, options: Record<string, unknown> = {}) {
  const { GboxClient } = await import(pathToFileURL(MODULE ?? "").href);
  const client = new GboxClient({ apiKey, baseURL: `${baseUrl}/api/v1/`, ...options });
  const call: CallMethod = async (name, ...args) => {
    const parts = name.split(".");
    const method = parts.pop() ?? "";
    const owner = parts.reduce((group, part) => group[part], client.v1.boxes);
    return owner[method](...args);
  };
  return call;
}

/** Returns a client that sends the same requests as the SDK and reads responses in the same way. */
export function openWire(baseUrl: string, apiKey: string): CallMethod {
  return async (name, ...args) => {
    const answer = await send(baseUrl, apiKey, wireCall(name, args));
    if (answer.ok) return read(answer, name);
    const error: unknown = await answer.json();
    throw Object.assign(new Error(`${name}: ${answer.status} ${JSON.stringify(error)}`), {
      status: answer.status,
      error,
    });
  };
}

function wireCall(name: string, args: readonly unknown[]): WireCall {
  const [first, second] = args as [never, never];
  const call = CALLS_WITHOUT_BOX[name]?.(first) ?? { ...CALLS, ...LINUX_CALLS }[name]?.(first, second);
  if (!call) throw new Error(`gbox-sdk has no method ${name}`);
  return call;
}

async function send(baseUrl: string, apiKey: string, { method, path, query, body, form }: WireCall): Promise<Response> {
  const url = new URL(`${baseUrl}/api/v1${path}`);
  for (const [key, value] of Object.entries(query ?? {})) appendQuery(url.searchParams, key, value);
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: toForm(form) }),
  });
}

/** Joins lists with commas and writes fields of objects in brackets. */
function appendQuery(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value)) query.set(key, value.join(","));
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) appendQuery(query, `${key}[${name}]`, inner);
  else query.set(key, String(value));
}

function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields))
    if (Array.isArray(value)) for (const item of value) form.append(`${key}[]`, item as Blob);
    else if (value instanceof Blob) form.append(key, value);
    else form.append(key, String(value));
  return form;
}

async function read(answer: Response, name: string): Promise<unknown> {
  if (name === "media.downloadMedia" || name.startsWith("android.backup")) return answer;
  if (answer.status === 204 || answer.headers.get("content-length") === "0") return null;
  return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text();
}
