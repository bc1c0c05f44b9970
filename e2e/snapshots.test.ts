import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createBox as createBoxCall } from "@terrarium/contract/boxes";
import type { Box } from "@terrarium/sdk/box";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { TerrariumError } from "@terrarium/sdk/terrarium-error";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { ToolCaller } from "./errands/mcp-agent.ts";
import { apiKeyOf } from "./support/api.ts";
import { provideCli } from "./support/cli.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const [missing] = await createLinuxMachine({ log: { warn: () => undefined } }).missingFor("browser", process.execPath);

describeWhere(missing, "snapshots of Linux boxes", () => {
  const server = provideServer();
  let apiKey = "";
  const cli = provideCli(server, async () => {
    const { origin } = server();
    return (apiKey = await apiKeyOf(origin, await signIn(origin, "ada")));
  });
  let terrarium: TerrariumClient;
  const made: Box[] = [];
  const create = async (templateId: string, snapshotName?: string) => {
    const config = { templateId, expiresIn: "30m", ...(snapshotName !== undefined && { snapshotName }) };
    const box = await terrarium.boxes.create({ config, timeout: "3m" });
    made.push(box);
    return box;
  };
  const print = async (box: Box, command: string) => (await box.commands.run({ command, timeout: "60s" })).stdout;
  const actions = async (box: Box) =>
    (await box.actions.list()).data.map(({ kind, detail, outcome }) => [kind, detail, outcome]);
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof TerrariumError ? [error.status, error.code] : error),
    );

  beforeAll(() => void (terrarium = new TerrariumClient({ baseUrl: server().origin, apiKey })));
  afterAll(() => Promise.all(made.map((box) => box.terminate())));

  test("a new box starts with the regular files of a deleted one", async () => {
    const source = await create("tpl_linux");
    await print(
      source,
      [
        "mkdir -p deep/er .config/terrarium; echo hello > deep/er/'a file'; echo secret > .config/terrarium/proxy.json",
        "ln -s /etc/passwd link; ln -s deep/er down; ln deep/er/'a file' same; mkfifo pipe; touch -- -x",
        "printf '#!/bin/sh\\necho ran\\n' > run; chmod 4755 run; chmod 750 deep; truncate -s 20M sparse",
        "echo no > closed; chmod 000 closed; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"sock\")'",
        // A file written during the read does not cause a failure.
        "(while :; do date >> busy; done) > /dev/null 2>&1 & sleep 0",
      ].join("; "),
    );
    const snapshot = await terrarium.snapshots.create(source.id, { name: "tools-1" });
    expect(snapshot).toMatchObject({ name: "tools-1", status: "Available", boxType: "linux", providerType: "vm" });
    const origin = { boxId: source.id, boxName: null, templateId: "tpl_linux", templateName: "Linux" };
    expect(snapshot.origin).toEqual({ ...origin, actorKind: "api_key", actorName: expect.stringMatching(/^e2e-/) });
    expect(snapshot.sizeBytes).toBeLessThan(1_000_000);
    expect(await refusal(terrarium.snapshots.create(source.id, { name: "tools-1" }))).toEqual([409, "snapshot_exists"]);
    expect(await actions(source)).toContainEqual(["snapshot", "tools-1", "ok"]);
    await source.terminate();

    const box = await create("tpl_linux", "tools-1");
    expect(await actions(box)).toEqual([["restore", "tools-1", "ok"]]);
    expect(
      await print(box, "cat deep/er/'a file'; readlink link down; ./run; cat same; stat -c '%A %U' run deep"),
    ).toBe("hello\n/etc/passwd\ndeep/er\nran\nhello\n-rwxr-xr-x user\ndrwxr-x--- user\n");
    expect(await print(box, "ls -A; stat -c %h same; stat -c '%s %b' sparse; tail -c 1 busy | wc -c")).toMatch(
      /^-x\n\.config\nbusy\ndeep\ndown\nlink\nrun\nsame\nsparse\n2\n20971520 \d{1,2}\n1\n$/,
    );
    expect(await print(box, "ls -A .config")).toBe("");
    expect((await terrarium.snapshots.list()).data).toEqual([snapshot]);
    await terrarium.snapshots.delete("tools-1");
    expect(await refusal(terrarium.snapshots.get("tools-1"))).toEqual([404, "snapshot_not_found"]);
    expect(await print(box, "cat deep/er/'a file'")).toBe("hello\n");
  });

  test("a browser starts with another one's profile", async () => {
    const source = await create("tpl_browser");
    const { id: tabId } = await source.browser.openTab({ url: "http://127.0.0.1:9222/json/version" });
    await source.browser.closeTab({ tabId });
    await print(source, "echo kept > kept; echo mark > .config/browser/mark");
    await terrarium.snapshots.create(source.id, { name: "browsed" });
    const box = await create("tpl_browser", "browsed");
    expect(await print(box, "cat kept .config/browser/mark")).toBe("kept\nmark\n");
    expect((await box.browser.openTab({ url: "data:text/html,<title>Here</title>" })).title).toBe("Here");
  });

  test("the command line creates, lists, uses and deletes them", async () => {
    const source = await create("tpl_linux");
    await print(source, "echo hello > kept");
    const run = async (...args: string[]) => (await cli().run(args)).stdout;
    const snapshot: unknown = JSON.parse(await run("snapshot", "create", source.id, "by-hand", "-o", "json"));
    expect(snapshot).toMatchObject({ name: "by-hand", boxType: "linux" });
    expect(await run("snapshot", "list")).toMatch(
      /^NAME +TYPE +SIZE +CREATED +OF +TEMPLATE +BY\n(.*\n)*by-hand +linux +\d+ B +2\S+ +sbx_\w+ +tpl_linux +e2e-\w+\n/,
    );
    expect(JSON.parse(await run("snapshot", "inspect", "by-hand", "-o", "json"))).toEqual(snapshot);
    const args = ["--template", "tpl_linux", "--snapshot", "by-hand", "--expires-in", "5m", "-o", "json"];
    const { id } = JSON.parse(await run("box", "create", ...args)) as { id: string };
    made.push(await terrarium.boxes.get(id));
    expect(await run("box", "exec", id, "cat kept")).toBe("hello\n");
    // Names that take longer than two seconds to load are not completed.
    await expect.poll(() => run("__complete", "snapshot", "delete", "by")).toBe("by-hand\n");
    expect(await cli().run(["snapshot", "delete", "by-hand"])).toMatchObject({ exitCode: 0 });
    expect(await cli().run(["snapshot", "delete", "by-hand"])).toMatchObject({ exitCode: 4 });
  });

  test("an agent saves files and starts a sandbox with them", async () => {
    const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server().origin), { requestInit }));
    onTestFinished(() => client.close());
    const tools = new ToolCaller(client);
    const start = async (more: object) => {
      const { answer } = await tools.call("devices", { action: "start", template: "tpl_linux", minutes: 5, ...more });
      const [device = answer] = /sbx_\w+/.exec(answer) ?? [];
      made.push(await terrarium.boxes.get(device));
      return device;
    };
    const source = await start({});
    await tools.call("shell", { device: source, command: "echo hello > kept" });
    const keep = { action: "keep", device: source, snapshot: "by-agent" };
    expect(await tools.call("devices", keep)).toMatchObject({ isError: false });
    expect((await tools.call("devices", { action: "list" })).answer).toMatch(
      `snapshots: by-agent (of ${source}, tpl_linux)`,
    );
    const device = await start({ snapshot: "by-agent" });
    expect((await tools.call("shell", { device, command: "cat kept" })).answer).toBe("hello");
    expect(await tools.call("devices", keep)).toMatchObject({ isError: true });
  });

  test("a box that ends during the save leaves nothing", async () => {
    const source = await create("tpl_linux");
    await print(source, "head -c 200M /dev/urandom > large");
    const keep = () => refusal(terrarium.snapshots.create(source.id, { name: "late" }));
    const kept = keep();
    await expect.poll(keep).toEqual([409, "snapshot_exists"]);
    await source.terminate();
    expect(await kept).toEqual([409, "sandbox_not_running"]);
    expect(await refusal(terrarium.snapshots.get("late"))).toEqual([404, "snapshot_not_found"]);
  });

  test("rejects impossible snapshots and leaves nothing", async () => {
    const none = terrarium.boxes.create({ config: { templateId: "tpl_linux", snapshotName: "none" } });
    expect(await refusal(none)).toEqual([404, "snapshot_not_found"]);
    const phone = terrarium.boxes.create({ config: { templateId: "tpl_phone", snapshotName: "browsed" } });
    expect((await refusal(phone)) as unknown[]).toContain(422);
    expect(createBoxCall.errors).toContain("snapshot_not_found");
  });
});
