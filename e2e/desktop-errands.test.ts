import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, expect, test, vi } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { createDesktopAgent } from "./errands/desktop-errand.ts";
import { DESKTOP_ERRANDS } from "./errands/desktop-errands.ts";
import { ToolCaller } from "./errands/mcp-agent.ts";
import { SITE, SITE_ORIGIN } from "./errands/site.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const log = { warn: () => undefined };
const machine = createLinuxMachine({ log });
/** A sandbox is ready before its browser and windows are. */
const STARTED = { timeout: 180_000, interval: 500 };

for (const kind of ["linux", "browser", "desktop"] as const) {
  const [missing] = await machine.missingFor(kind, process.execPath);

  describeWhere(missing, `an agent that only reads text, on a sandbox of the kind ${kind}`, () => {
    const server = provideServer();
    let tools: ToolCaller;
    let device: string;

    beforeAll(async () => {
      const { origin } = server();
      const client = new Client({ name: "errands", version: "1" }, { versionNegotiation: { mode: "auto" } });
      const requestInit = { headers: { authorization: `Bearer ${await signIn(origin, "ada")}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { requestInit }));
      tools = new ToolCaller(client);
      const started = await tools.call("devices", { action: "start", template: `tpl_${kind}`, minutes: 20 });
      device = /sbx_\w+/.exec(started.answer)?.[0] ?? "";
      if (kind === "linux") return () => client.close();
      await tools.call("files", { device, action: "write", path: "/home/user/site.mjs", text: SITE });
      await tools.call("shell", { device, command: "setsid -f node site.mjs < /dev/null > site.log 2>&1; true" });
      const steps = [{ open: `${SITE_ORIGIN}/reports` }, { wait: "Report of May" }];
      await vi.waitFor(async () => {
        const { isError, answer } = await tools.call("act", { device, steps });
        if (isError) throw new Error(answer);
      }, STARTED);
      return () => client.close();
    });

    test.each(DESKTOP_ERRANDS.filter(({ on }) => on === kind))("does it: $name", async ({ run, effect, expected }) => {
      await tools.call("shell", { device, command: "rm -f orders.txt" });
      await run(createDesktopAgent(tools, device));
      await expect
        .poll(async () => (await tools.call("shell", { device, command: effect, seconds: 60 })).answer)
        .toMatch(expected);
    });
  });
}
