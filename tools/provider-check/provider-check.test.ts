import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readOrCreatePhoneKey } from "../../packages/device-providers/src/adb/phone-keys.ts";
import { createPhoneStore } from "../../packages/device-providers/src/adb/phone-store.ts";
import { createLinuxMachine } from "../../packages/device-providers/src/embedded/linux-machine.ts";
import { LINUX_KINDS } from "../../packages/device-providers/src/provider.ts";
import {
  type DockerEngine,
  ENGINE_TURN_MS,
  startDockerEngine,
  whyNoEngine,
} from "../../packages/device-providers/src/testing/docker-engine.ts";
import { startTestPhones } from "../../packages/device-providers/src/testing/test-phones.ts";
import { openConfiguredDatabase } from "../../packages/platform/src/db/configured-database.ts";
import { createSecretBox } from "../../packages/platform/src/secrets/secret-box.ts";
import { temporaryFolder } from "../../packages/platform/src/testing/both-databases.ts";
import { describeWhere } from "../../packages/platform/src/testing/describe-where.ts";
import { checkProvider, type CheckLine } from "../../packages/server/src/check-provider.ts";
import { CHECK_LOG } from "./log.ts";
import { openProvider } from "./open-provider.ts";

const folder = temporaryFolder();
const ALL = [
  "engine",
  "needs",
  "room",
  "create",
  "labels",
  "adb answer",
  "adb session",
  "shell",
  "files",
  "picture",
  "video",
  "input",
  "text",
  "exit told",
  "destroy",
];

async function check(name: string, environment: Record<string, string>, template?: string) {
  const checked = await openProvider(name, environment, template);
  const lines: CheckLine[] = [];
  try {
    const isGood = await checkProvider(checked, (line) => void lines.push(line));
    return { isGood, lines };
  } finally {
    await checked.remove();
  }
}

test("passes for a process", async () => {
  const { isGood, lines } = await check("embedded", {});
  expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
  expect(lines.map(({ what }) => what)).toEqual(ALL);
  expect(isGood).toBe(true);
});

const NO_SCREEN = ["picture", "video", "input", "text"];
for (const kind of LINUX_KINDS) {
  const [missing] = await createLinuxMachine({ log: CHECK_LOG }).missingFor(kind, process.execPath);
  describeWhere(missing, `provider-check of the kind ${kind}`, () => {
    test("passes for all its features", async () => {
      const { isGood, lines } = await check("embedded", {}, kind);
      const left = lines.filter(({ outcome }) => outcome !== "ok");
      expect(left).toEqual(
        kind === "linux"
          ? NO_SCREEN.map((what) => ({ what, outcome: "not tried", detail: "such a device has no screen" }))
          : [],
      );
      expect(String(lines.find(({ what }) => what === "browser")?.detail)).toMatch(
        kind === "linux" ? /^undefined$/ : /Chrom/,
      );
      expect(isGood).toBe(true);
    });
  });
}

test("prints one line per check and exits with the result", async () => {
  const command = (name: string) => {
    const script = `import("./tools/commands/provider-check.ts").then(({ run }) => run(["${name}"]))`;
    return promisify(execFile)(process.execPath, ["--eval", script]);
  };
  const { stdout } = await command("embedded");
  const lines = stdout.trim().split("\n");
  expect(lines.pop()).toBe("All of it works.");
  expect(lines.map((line) => line.slice(0, 22).trim())).toEqual(ALL.map((what) => `ok        ${what}`));
  await expect(command("nonsense")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("embedded, docker"),
  });
});

test("passes for a free phone and skips one in use", async () => {
  const { phones, allow, remove } = await startTestPhones(1);
  onTestFinished(remove);
  const dataDir = path.join(folder, "server");
  mkdirSync(dataDir);
  const db = await openConfiguredDatabase({ dataDir, databaseUrl: undefined });
  onTestFinished(() => db.destroy());
  const secret = "a secret that is long enough for tests";
  const route = phones[0]?.route ?? "";
  allow((await readOrCreatePhoneKey(db, createSecretBox(secret), route)).authorizedKey);
  const environment = { TERRARIUM_ADB_DEVICES: route, TERRARIUM_DATA_DIR: dataDir, TERRARIUM_SECRET: secret };
  const { isGood, lines } = await check("adb", environment);
  const notCrashed = { what: "exit told", outcome: "not tried", detail: expect.stringContaining("cannot be crashed") };
  expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([notCrashed]);
  expect(lines.map(({ what }) => what)).toEqual(ALL);
  expect(lines.at(-1)?.detail).toContain("its phone is clean and free");
  expect(isGood).toBe(true);

  const store = createPhoneStore(db);
  await store.add([route]);
  await store.cleaned(route);
  await store.lease(route, "sbx_1", 1);
  await expect(check("adb", environment)).rejects.toThrow(`${route} is in use by sandbox sbx_1`);
});

test("reports a missing engine and checks nothing else", async () => {
  const { isGood, lines } = await check("docker", { DOCKER_HOST: `unix://${folder}/none.sock` });
  expect(isGood).toBe(false);
  expect(lines[0]).toMatchObject({ what: "engine", outcome: "failed" });
  expect(lines[0]?.detail).toContain("its container engine refuses connections");
  expect(lines.slice(1).every(({ outcome }) => outcome === "not tried")).toBe(true);
});

describeWhere(whyNoEngine(), "provider-check on a real engine", () => {
  let engine: DockerEngine;
  beforeAll(async () => void (engine = await startDockerEngine()), ENGINE_TURN_MS);
  afterAll(() => engine?.stop());
  const environment = () => ({ DOCKER_HOST: `unix://${engine.socketPath}`, TERRARIUM_DOCKER_IMAGE: engine.image });

  test("passes for a container and leaves nothing", async () => {
    const { isGood, lines } = await check("docker", environment());
    expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
    expect(isGood).toBe(true);
    expect(engine.docker("ps", "-aq")).toBe("");
    expect(engine.docker("network", "ls", "-q", "--filter", "label=terrarium.install")).toBe("");
  });

  test("reports missing images or machine features without starting a device", async () => {
    const templates = path.join(folder, "templates.yaml");
    writeFileSync(
      templates,
      "templates: [{ id: android14, name: A, provider: docker, image: redroid/none, cpu: 1, memory: 512, screen: { width: 360, height: 640, density: 160 }, redroid: { privileged: true } }]\n",
    );
    const { isGood, lines } = await check("docker", { ...environment(), TERRARIUM_TEMPLATES: templates }, "redroid");
    expect(isGood).toBe(false);
    const outcomes = Object.fromEntries(lines.map(({ what, outcome }) => [what, outcome]));
    expect(outcomes).toMatchObject({ engine: "ok", needs: "failed", create: "not tried", destroy: "ok" });
    expect(lines[1]?.detail).toContain("lacks its image");
  });
});
