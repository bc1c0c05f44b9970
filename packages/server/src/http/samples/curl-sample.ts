import type { Endpoint } from "@terrarium/contract/endpoint";
import { shellQuote } from "@terrarium/device-control/device/shell-quote";
import type { RequestExample } from "./request-example.ts";

/** Files of forms, by call. */
const FORM_FILES: Readonly<Record<string, readonly string[]>> = {
  createBoxAlbum: ["media=@beach.png"],
  installBoxPackage: ["apk=@app.apk"],
  updateBoxAlbum: ["media=@beach.png"],
  writeBoxFile: ["content=@notes.txt"],
};

/** Returns the curl command of a call. */
export function curlSample(endpoint: Endpoint, { method, path, params, query, body }: RequestExample): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query as Record<string, string>)}` : "";
  const isBinary = endpoint.contentType !== undefined && !endpoint.contentType.startsWith("text/");
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$TERRARIUM_BASE_URL${filled}${search}"`,
    ...authorization(endpoint),
    ...bodyParts(endpoint, body),
    ...(isBinary ? ["-o output"] : []),
  ];
  return parts.join(" \\\n  ");
}

function authorization({ access }: Endpoint): string[] {
  if (access === "public") return [];
  return [`-H "Authorization: Bearer $TERRARIUM_${access === "session" ? "SESSION_TOKEN" : "API_KEY"}"`];
}

function bodyParts(endpoint: Endpoint, body: RequestExample["body"]): string[] {
  if (endpoint.body === undefined) return [];
  if (!endpoint.multipart)
    return ['-H "Content-Type: application/json"', `-d ${shellQuote(JSON.stringify(body ?? {}))}`];
  const files = FORM_FILES[endpoint.name] ?? [];
  const isFile = (name: string) => files.some((file) => file.startsWith(`${name}=`));
  const texts = Object.entries(body ?? {}).filter(([name]) => !isFile(name));
  return [
    ...texts.map(([name, value]) => `-F ${shellQuote(`${name}=${String(value)}`)}`),
    ...files.map((file) => `-F ${file}`),
  ];
}
