import { createBox } from "@terrarium/contract/boxes";
import { SDK_PACKAGE_PATH } from "@terrarium/contract/clients";
import type { NewSandbox } from "../../api/sandboxes.ts";

/** Returns the request body and the SDK's argument, without empty fields. */
function compact({ labels, ...config }: NewSandbox): NewSandbox {
  return labels === undefined || Object.keys(labels).length === 0 ? config : { ...config, labels };
}

/** Formats a JSON value as TypeScript, with unquoted names where possible. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(member)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** Returns the command that installs the SDK from this server. */
export const installCommand = (origin: string): string => `npm install ${origin}${SDK_PACKAGE_PATH}`;

/** Returns a program that creates the same sandbox with the SDK. It reads the API key from the environment. */
export const sdkSnippet = (origin: string, config: NewSandbox): string =>
  `// ${installCommand(origin)}
import { TerrariumClient } from "@terrarium/sdk";

const { boxes } = new TerrariumClient({
  apiKey: process.env.TERRARIUM_API_KEY,
  baseUrl: ${JSON.stringify(origin)},
});
const box = await boxes.create({
  config: {
${Object.entries(compact(config))
  .map(([key, value]) => `    ${key}: ${literal(value)},`)
  .join("\n")}
  },
});`;

/** Returns a single-quoted word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a command that posts a body. `apiKey` may be a variable of the shell. */
export const curlPost = (url: string, apiKey: string, body: unknown): string =>
  String.raw`curl ${url} \
  -H "authorization: Bearer ${apiKey}" \
  -H "content-type: application/json" \
  -d ${quoted(JSON.stringify(body))}`;

/** Returns a command that creates the same sandbox. It reads the API key from the environment. */
export const curlSnippet = (origin: string, config: NewSandbox): string =>
  curlPost(`${origin}${createBox.path}`, "$TERRARIUM_API_KEY", { config: compact(config) });
