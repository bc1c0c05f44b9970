import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { FLEET_SOCKET_PATH } from "@terrarium/contract/fleet";
import { CLIENTS, ensureClients } from "../../tools/ensure-clients.ts";

const run = promisify(execFile);
const bin = (name: string): string => path.join(CLIENTS, "node_modules/.bin", name);

/** mobile-mcp, started with an agent's settings and a server's boxes as its remote devices. */
export interface MobileMcp {
  client: Client;
  stop: () => Promise<void>;
}

export async function startMobileMcp(origin: string, apiKey: string): Promise<MobileMcp> {
  ensureClients();
  const home = mkdtempSync(path.join(tmpdir(), "terrarium-mobile-mcp-"));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    MOBILECLI_FLEET_URL: origin.replace(/^http/, "ws") + FLEET_SOCKET_PATH,
    MOBILECLI_TOKEN: apiKey,
    // Ignores local phones, which other tests may use, and sends no telemetry.
    MOBILECLI_REMOTE_ONLY: "1",
    MOBILEMCP_DISABLE_TELEMETRY: "1",
    MOBILEMCP_ALLOW_UNSAFE_URLS: "1",
  };
  const client = new Client({ name: "errands", version: "1" });
  const command = bin("mcp-server-mobile");
  await client.connect(new StdioClientTransport({ command, env, stderr: "ignore" }));
  return {
    client,
    async stop() {
      await client.close();
      // mobile-mcp leaves a daemon behind that caches devices.
      await run(bin("mobilecli"), ["daemon", "stop"], { env });
      rmSync(home, { recursive: true, force: true });
    },
  };
}
