import type { Guide } from "./guides.ts";

/** Five lines of code per guide that run unchanged. e2e/guides.test.ts runs them. */
export const EXAMPLES: Readonly<Record<Guide, string>> = {
  sandbox: String.raw`import { TerrariumClient } from "@terrarium/sdk";
await using box = await new TerrariumClient().boxes.create({ config: { templateId: "tpl_linux" } });
await box.files.upload("/home/user/numbers.txt", "1\n2\n3\n");
const { stdout } = await box.commands.run({ command: "awk '{ sum += $1 } END { print sum }' numbers.txt" });
console.log(stdout); // 6`,
  browser: String.raw`import { TerrariumClient } from "@terrarium/sdk";
await using box = await new TerrariumClient().boxes.create({ config: { templateId: "tpl_browser" } });
await box.browser.openTab({ url: "data:text/html,<button>Order</button>" });
await box.actions.tap({ target: { selector: { text: "Order" } } });
console.log((await box.actions.screenLayout()).content); // what the page shows, as text`,
  desktop: String.raw`import { TerrariumClient } from "@terrarium/sdk";
await using box = await new TerrariumClient().boxes.create({ config: { templateId: "tpl_desktop" } });
await box.files.upload("/home/user/note.txt", "Hello from an agent");
await box.commands.run({ command: "mousepad note.txt > /dev/null 2>&1 & sleep 3" });
console.log((await box.actions.screenshot()).uri); // data:image/png;base64,…`,
  android: String.raw`import { TerrariumClient } from "@terrarium/sdk";
await using box = await new TerrariumClient().boxes.create({ config: { templateId: "tpl_phone" } });
await box.apps.open({ packageName: "com.terrarium.notes" });
await box.actions.tap({ target: { selector: { id: "new_note" } } });
await box.actions.type({ text: "Hello from an agent" });`,
  mcp: String.raw`import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
const client = new Client({ name: "my-agent", version: "1.0.0" });
const requestInit = { headers: { authorization: "Bearer " + process.env.TERRARIUM_API_KEY } };
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", process.env.TERRARIUM_BASE_URL), { requestInit }));
console.log((await client.listTools()).tools.map(({ name }) => name)); // devices, observe, act, shell, files`,
};
