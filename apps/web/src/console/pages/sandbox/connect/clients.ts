import { takeBoxScreenshot } from "@terrarium/contract/box-actions";
import { executeBoxCommands } from "@terrarium/contract/box-commands";
import { CLI_PACKAGE_PATH } from "@terrarium/contract/clients";
import { mcp } from "@terrarium/contract/mcp";
import { hasBrowser, hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Label } from "../../../../language/text.ts";
import { curlPost, installCommand } from "../../../new-sandbox/snippets.ts";
import { API_DOCS_PATH, DOCS_PATH } from "../../../parts/links.ts";

/** A sandbox, and the values that its clients need. */
interface Connection {
  origin: string;
  sandboxId: string;
  kind: SandboxKind;
  /** The API key, or its masked form for display. */
  apiKey: string;
}

interface ConnectionStep {
  title: Label;
  code: string;
}

export interface Client {
  id: string;
  /** Name of the client, the same in all languages. */
  name: string;
  /** Address of its documentation. */
  guide: string;
  /** Whether it can connect to this kind of sandbox. Default: to all. */
  supports?: (kind: SandboxKind) => boolean;
  steps: (connection: Connection) => readonly ConnectionStep[];
}

/** A local port that tools of Android do not use. */
const ADB_PORT = 24_555;

/** Commands that put data on a phone, which its apps then show. */
const PHONE_DATA = [
  "push photo.png /sdcard/Pictures/",
  "pull /sdcard/Pictures/photo.png",
  "shell content insert --uri content://com.android.contacts/contacts --bind display_name:s:Ada",
  "shell content insert --uri content://sms/inbox --bind address:s:5551234 --bind body:s:Hello",
]
  .map((command) => `adb -s 127.0.0.1:${ADB_PORT} ${command}`)
  .join("\n");

const environment = ({ origin, apiKey }: Connection): ConnectionStep => ({
  title: "Environment",
  code: `export TERRARIUM_BASE_URL=${origin}\nexport TERRARIUM_API_KEY=${apiKey}`,
});

/** First use of each kind with the SDK. */
const SDK_CALLS: Readonly<Record<SandboxKind, string>> = {
  phone: `await box.apps.open({ packageName: "com.terrarium.notes" });
await box.actions.tap({ target: { selector: { id: "new_note" } } });
await box.actions.type({ text: "Hello from an agent" });`,
  linux: `const { stdout } = await box.commands.run({ command: "uname -a" });
console.log(stdout);`,
  browser: `await box.browser.openTab({ url: "https://example.com" });
console.log((await box.actions.screenLayout()).content);`,
  desktop: `await box.commands.run({ command: "mousepad > /dev/null 2>&1 &" });
console.log((await box.actions.screenLayout()).content);`,
};

const sdk = ({ origin, sandboxId, kind, apiKey }: Connection): readonly ConnectionStep[] => [
  { title: "Install the SDK", code: installCommand(origin) },
  {
    title: "Program",
    code: `import { TerrariumClient } from "@terrarium/sdk";

const { boxes } = new TerrariumClient({
  apiKey: ${JSON.stringify(apiKey)},
  baseUrl: ${JSON.stringify(origin)},
});
const box = await boxes.get(${JSON.stringify(sandboxId)});
${SDK_CALLS[kind]}`,
  },
];

const installCli = ({ origin }: Connection): ConnectionStep => ({
  title: "Install the command line",
  code: `npm install -g ${origin}${CLI_PACKAGE_PATH}`,
});

const cli = (connection: Connection): readonly ConnectionStep[] => {
  const { sandboxId, kind } = connection;
  const lines = [
    `terrarium box exec ${sandboxId} uname -a`,
    `terrarium shell ${sandboxId}`,
    `terrarium box cp notes.txt ${sandboxId}:${kind === "phone" ? "/sdcard/Download/" : "/home/user/"}`,
    ...(hasScreen(kind) ? [`terrarium screen ${sandboxId}`] : []),
  ];
  return [installCli(connection), environment(connection), { title: "Commands", code: lines.join("\n") }];
};

const adb = (connection: Connection): readonly ConnectionStep[] => [
  installCli(connection),
  environment(connection),
  { title: "Tunnel (keep it running)", code: `terrarium adb ${connection.sandboxId} --port ${ADB_PORT}` },
  { title: "In another terminal", code: `adb connect 127.0.0.1:${ADB_PORT}\nadb -s 127.0.0.1:${ADB_PORT} shell` },
  { title: "Files, contacts and messages", code: PHONE_DATA },
];

const playwright = (connection: Connection): readonly ConnectionStep[] => [
  installCli(connection),
  environment(connection),
  { title: "Install Playwright", code: "npm install playwright-core" },
  { title: "Address of the browser", code: `export CDP_URL=$(terrarium cdp ${connection.sandboxId})` },
  {
    title: "Program",
    code: `import { chromium } from "playwright-core";

const browser = await chromium.connectOverCDP(process.env.CDP_URL);
const page = await browser.contexts()[0].newPage();
await page.goto("https://example.com");
console.log(await page.title());
await browser.close();`,
  },
];

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const claudeCode = ({ origin, apiKey }: Connection): readonly ConnectionStep[] => [
  {
    title: "Command",
    code: `claude mcp add --transport http terrarium ${origin}${mcp.path} --header "Authorization: Bearer ${apiKey}"`,
  },
];

const mcpServer = ({ origin, apiKey }: Connection) => ({
  url: origin + mcp.path,
  headers: { Authorization: `Bearer ${apiKey}` },
});

const cursor = (connection: Connection): readonly ConnectionStep[] => [
  { title: "File .cursor/mcp.json", code: json({ mcpServers: { terrarium: mcpServer(connection) } }) },
];

const vsCode = (connection: Connection): readonly ConnectionStep[] => [
  {
    title: "File .vscode/mcp.json",
    code: json({ servers: { terrarium: { type: "http", ...mcpServer(connection) } } }),
  },
];

const curl = ({ origin, sandboxId, kind, apiKey }: Connection): readonly ConnectionStep[] => {
  const post = (path: string, body: unknown) =>
    curlPost(`${origin}${path.replace("{boxId}", sandboxId)}`, apiKey, body);
  return [
    { title: "Run a command", code: post(executeBoxCommands.path, { command: "uname -a" }) },
    ...(hasScreen(kind)
      ? [{ title: "Take a screenshot", code: post(takeBoxScreenshot.path, {}) } satisfies ConnectionStep]
      : []),
  ];
};

const guideOf = (page: string): string => `${DOCS_PATH}guide/${page}.html`;

/** Ways to connect to a sandbox, in the order of the choice. */
const CLIENTS: readonly Client[] = [
  { id: "sdk", name: "SDK", guide: guideOf("sdk"), steps: sdk },
  { id: "cli", name: "CLI", guide: guideOf("command-line"), steps: cli },
  { id: "adb", name: "adb", guide: guideOf("adb"), steps: adb, supports: (kind) => kind === "phone" },
  { id: "playwright", name: "Playwright", guide: guideOf("playwright"), steps: playwright, supports: hasBrowser },
  { id: "claude-code", name: "Claude Code", guide: guideOf("mcp"), steps: claudeCode },
  { id: "cursor", name: "Cursor", guide: guideOf("mcp"), steps: cursor },
  { id: "vs-code", name: "VS Code", guide: guideOf("mcp"), steps: vsCode },
  { id: "curl", name: "curl", guide: API_DOCS_PATH, steps: curl },
];

/** Returns the clients of a kind of sandbox. */
export const clientsOf = (kind: SandboxKind): readonly Client[] =>
  CLIENTS.filter(({ supports }) => supports?.(kind) ?? true);
