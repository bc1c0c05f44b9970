import { createBox } from "@terrarium/contract/boxes";
import { SDK_PACKAGE_PATH } from "@terrarium/contract/clients";
import type { NewSandbox } from "../../api/sandboxes.ts";

/** What the body of the call and the argument of the SDK hold: nothing that stands at its default by being empty. */
function compact({ labels, ...config }: NewSandbox): NewSandbox {
  return labels === undefined || Object.keys(labels).length === 0 ? config : { ...config, labels };
}

/** A JSON value as TypeScript writes it: names without quotes where they need none. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(member)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** The command that installs the SDK, as the server hands it out. */
export const installCommand = (origin: string): string => `npm install ${origin}${SDK_PACKAGE_PATH}`;

/** The program that creates the same sandbox with the SDK; the API key comes from the environment. */
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

/** A single-quoted word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that creates the same sandbox; the API key comes from the environment. */
export const curlSnippet = (origin: string, config: NewSandbox): string =>
  String.raw`curl ${origin}${createBox.path} \
  -H "authorization: Bearer $TERRARIUM_API_KEY" \
  -H "content-type: application/json" \
  -d ${quoted(JSON.stringify({ config: compact(config) }))}`;
