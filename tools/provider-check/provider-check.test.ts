import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkProvider, type CheckLine } from "../../packages/server/src/check-provider.ts";
import { temporaryFolder } from "../../packages/server/src/testing/both-databases.ts";
import { describeWhere } from "../../packages/server/src/testing/describe-where.ts";
import { startDockerEngine, whyNoEngine, type DockerEngine } from "../../packages/server/src/testing/docker-engine.ts";
import { CHECKED } from "./providers.ts";

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
  const load = CHECKED[name];
  if (!load) throw new Error(`${name} cannot be checked`);
  const open = await load();
  const checked = await open(environment, template);
  const lines: CheckLine[] = [];
  try {
    const isGood = await checkProvider(checked, (line) => void lines.push(line));
    return { isGood, lines };
  } finally {
    await checked.remove();
  }
}

test("all of a process works", async () => {
  const { isGood, lines } = await check("embedded", {});
  expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
  expect(lines.map(({ what }) => what)).toEqual(ALL);
  expect(isGood).toBe(true);
});

test("the command prints a line for each, and ends with what came of it", async () => {
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

test("without its engine it says so, and tries nothing else", async () => {
  const { isGood, lines } = await check("docker", { DOCKER_HOST: `unix://${folder}/none.sock` });
  expect(isGood).toBe(false);
  expect(lines[0]).toMatchObject({ what: "engine", outcome: "failed" });
  expect(lines[0]?.detail).toContain("its engine takes no connections");
  expect(lines.slice(1).every(({ outcome }) => outcome === "not tried")).toBe(true);
});

describeWhere(whyNoEngine(), "provider-check on a real engine", () => {
  let engine: DockerEngine;
  beforeAll(async () => void (engine = await startDockerEngine()), 600_000);
  afterAll(() => engine?.stop());
  const environment = () => ({ DOCKER_HOST: `unix://${engine.socketPath}`, TERRARIUM_DOCKER_IMAGE: engine.image });

  test("all of a container works, and nothing of it is left", async () => {
    const { isGood, lines } = await check("docker", environment());
    expect(lines.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
    expect(isGood).toBe(true);
    expect(engine.docker("ps", "-aq")).toBe("");
    expect(engine.docker("network", "ls", "-q", "--filter", "label=terrarium.install")).toBe("");
  });

  test("what a template's image or machine lacks is said, and no device made", async () => {
    const templates = path.join(folder, "templates.yaml");
    writeFileSync(
      templates,
      "templates: [{ id: android14, name: A, provider: docker, image: redroid/none, cpu: 1, memory: 512, screen: { width: 360, height: 640, density: 160 }, redroid: { privileged: true } }]\n",
    );
    const { isGood, lines } = await check("docker", { ...environment(), TERRARIUM_TEMPLATES: templates }, "redroid");
    expect(isGood).toBe(false);
    const outcomes = Object.fromEntries(lines.map(({ what, outcome }) => [what, outcome]));
    expect(outcomes).toMatchObject({ engine: "ok", needs: "failed", create: "not tried", destroy: "ok" });
    expect(lines[1]?.detail).toContain("does not have its image");
  });
});
