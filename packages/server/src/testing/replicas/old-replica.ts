import path from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { createSharedProvider } from "./shared-provider.ts";

// For tests: a server of another version, with shared devices. Its sources are in TEST_SERVER_FOLDER.

const load = (name: string): Promise<unknown> =>
  import(pathToFileURL(path.join(process.env.TEST_SERVER_FOLDER ?? "", "packages/server/src", name)).href);
const { createApp } = (await load("app.ts")) as typeof import("../../app.ts");
const { readConfig } = (await load("config.ts")) as typeof import("../../config.ts");

const log = pino({ level: "warn" }, pino.destination(2));
const app = await createApp(readConfig(process.env), log, {
  providers: [createSharedProvider(process.env.TEST_DEVICE_HOST ?? "")],
});
const { port } = new URL(await app.listen());
process.stdout.write(`ready at http://localhost:${port} — another version\n`);
process.on("SIGTERM", () => void app.close().then(() => process.exit()));
