import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createBox, getBox } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { signalIfRunning } from "../tools/signal-if-running.ts";
import { type ArmedTools, makeArmedTools } from "./support/armed-tools.ts";
import { deviceProcess } from "./support/host.ts";
import { childOf, kernelLeftovers, processesOf, runInside, uidOf, whyNoLinux } from "./support/linux.ts";

/** Tools that build the isolation, in the order of their use. */
const STAGES = ["nice", "unshare", "mount", "mkdir", "chown", "env"] as const;
const WAITING = { timeout: 90_000, interval: 100 };
const VICTIMS = ["parent", "bubblewrap", "program"] as const;

let server: TestServer;
let token: string;
let tools: ArmedTools;
let folder: string;

const make = async (templateId = "tpl_linux") =>
  (await createBox(server.origin, token, { expiresIn: "30m", templateId })).id;
const tell = (id: string, what: "terminate" | "stop" | "start") =>
  post(server.origin, `/api/v1/boxes/${id}/${what}`, {}, token);
const print = async (id: string, command: string) => (await runInside(server.origin, token, id, command)).stdout.trim();
const statusOf = async (id: string) => (await getBox(server.origin, token, id)).status;
const devices = () => path.join(server.dataDir, "devices");
const folders = () => readdirSync(devices());

async function startArmed(): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), "armed-tools-"));
  tools = makeArmedTools(folder);
  server = await startServer({ PATH: tools.PATH, TERRARIUM_DEVICE_STORAGE_MB: "128" });
  token = await signIn(server.origin, "ada");
  // The first sandbox detects the features of the machine.
  await tell(await make(), "terminate");
  await expectNothingLeft();
}

async function stopArmed(): Promise<void> {
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** Expects no folder, mount, loop device or control group, and therefore no process. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(() => expect([...folders(), ...kernelLeftovers(server.dataDir)]).toEqual([]), WAITING);
}

/** Returns the process outside the isolation, bubblewrap, and the program inside. */
function partsOf(id: string): Record<(typeof VICTIMS)[number], number> {
  const parent = deviceProcess(server.dataDir, id);
  const bubblewrap = childOf(parent);
  return { parent, bubblewrap, program: childOf(childOf(bubblewrap)) };
}

describeWhere(await whyNoLinux(), "kill -9 of a sandbox of Linux", () => {
  beforeAll(startArmed);
  afterAll(stopArmed);
  afterEach(expectNothingLeft);

  test.each(STAGES)("during creation, at its %s: reports it and leaves nothing", async (stage) => {
    tools.arm(stage, "leader");
    await expect(make()).rejects.toThrow("no sandbox");
    expect(tools.wasUsed(stage)).toBe(true);
    await expectNothingLeft();
  });

  test.each(STAGES)("of its server during creation, at its %s: only complete ones remain", async (stage) => {
    const other = await make();
    tools.arm(stage, server.pid());
    await expect(make()).rejects.toThrow("fetch failed");
    await server.untilEnded();
    expect(tools.wasUsed(stage)).toBe(true);
    await server.restart();
    expect(await print(other, "echo well")).toBe("well");
    for (const id of folders().filter((name) => name !== other && name.startsWith("sbx_"))) {
      const answer = (await statusOf(id)) === "running" ? await print(id, "echo well") : "not running";
      expect(["well", "not running"]).toContain(answer);
      await tell(id, "terminate");
    }
    expect((await tell(other, "terminate")).status).toBe(200);
  });

  test.each(VICTIMS)("of its %s during a stop: restarts with its files", async (victim) => {
    const id = await make();
    await print(id, "echo kept > ~/kept; sync");
    const pid = partsOf(id)[victim];
    const stopped = tell(id, "stop");
    // An earlier stop would hit a sandbox that ended by itself, which cannot be stopped.
    await expect.poll(() => statusOf(id), { timeout: 90_000, interval: 5 }).not.toBe("running");
    signalIfRunning(pid, "SIGKILL");
    expect((await stopped).status).toBe(200);
    expect((await tell(id, "start")).status).toBe(200);
    expect(await print(id, "cat ~/kept")).toBe("kept");
    expect((await tell(id, "terminate")).status).toBe(200);
  });

  test.each(VICTIMS)("of its %s during destruction: leaves nothing", async (victim) => {
    const id = await make();
    const pid = partsOf(id)[victim];
    const destroyed = tell(id, "terminate");
    process.kill(pid, "SIGKILL");
    expect((await destroyed).status).toBe(200);
  });

  test("of its server during a stop: keeps a valid state and files", async () => {
    for (const afterMs of [0, 10, 30]) {
      const id = await make();
      await print(id, "echo kept > ~/kept; sync");
      const stopped = tell(id, "stop").catch(() => undefined);
      await sleep(afterMs);
      await server.kill();
      await stopped;
      await server.restart();
      if ((await statusOf(id)) !== "running") await tell(id, "start");
      expect(await print(id, "cat ~/kept")).toBe("kept");
      expect((await tell(id, "terminate")).status).toBe(200);
    }
  });

  test("of its server during removal: the next server completes it", async () => {
    const id = await make();
    tools.arm("rm", server.pid());
    await tell(id, "terminate").catch(() => undefined);
    await server.untilEnded();
    await server.restart();
    if (folders().includes(id)) await tell(id, "terminate");
    await expectNothingLeft();
    expect(await statusOf(id)).toBe("terminated");
  });
});

describeWhere(await whyNoLinux("browser"), "kill -9 of what a browser's sandbox is made of", () => {
  let id: string;

  beforeAll(async () => {
    await startArmed();
    id = await make("tpl_browser");
    // The shell waits for the screen. An earlier end would end the sandbox.
    await print(id, "true");
  });
  afterAll(async () => {
    await tell(id, "terminate");
    await expectNothingLeft();
    await stopArmed();
  });

  /** Returns the sandbox's first process with this kernel name, once it exists. */
  const processNamed = (name: string) =>
    vi.waitFor(() => {
      const found = processesOf(uidOf(server.dataDir, id)).find((pid) => readName(pid) === name);
      if (found === undefined) throw new Error(`no ${name} runs in ${id}`);
      return found;
    }, WAITING);

  test.each(["Xvfb", "chromium", "openbox", "dbus-daemon"])("its %s restarts", async (name) => {
    const before = await processNamed(name);
    process.kill(before, "SIGKILL");
    await expect.poll(() => processNamed(name)).not.toBe(before);
    await expect.poll(() => print(id, "screencap -p | head -c 4 | tail -c 3").catch(String)).toBe("PNG");
    await expect.poll(() => print(id, "curl -s 127.0.0.1:9222/json/version").catch(String)).toContain("Browser");
    expect(await statusOf(id)).toBe("running");
  });

  test("a screen that cannot restart ends the sandbox with a reason", async () => {
    await print(id, "head -c 4G /dev/zero > /tmp/full").catch(() => undefined);
    process.kill(await processNamed("Xvfb"), "SIGKILL");
    await expect.poll(() => statusOf(id)).toBe("error");
    await expect.poll(() => server.log()).toContain("desktop-device: ");
  });
});

function readName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}
