import { writeFileSync } from "node:fs";
import path from "node:path";
import { ENGINE_LACKS } from "@terrarium/device-providers/docker/engine-lacks";
import {
  type DockerEngine,
  ENGINE_TURN_MS,
  startDockerEngine,
  whyNoEngine,
} from "@terrarium/device-providers/testing/docker-engine";
import { buildRedroidStandIn } from "@terrarium/device-providers/testing/redroid-image";
import { startUnprivilegedEngine } from "@terrarium/device-providers/testing/unprivileged-engine";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { driveWholeChain } from "../testing/whole-chain.ts";

const BOOT_MS = 2_500;
const folder = temporaryFolder();

test("starts without its engine, and rejects only sandboxes", async () => {
  const app = await startTestApp({ TERRARIUM_PROVIDERS: "docker", DOCKER_HOST: `unix://${folder}/none.sock` });
  onTestFinished(() => app.remove());
  const token = await app.signIn("Ada");
  const answer = await app.call("POST", "/api/v1/boxes", { token, body: { type: "android" } });
  expect(answer).toMatchObject({ status: 503, body: { code: "provider_unavailable" } });
  expect((await app.call("GET", "/api/v1/boxes", { token })).body).toMatchObject({ total: 0 });
  const ready = await app.call("GET", "/readyz");
  expect(ready).toMatchObject({ status: 200, body: { status: "ok", checks: { docker: "failed", database: "ok" } } });
});

describeWhere(whyNoEngine(), "a real engine", () => {
  let engine: DockerEngine;
  beforeAll(async () => {
    engine = await startDockerEngine();
  }, ENGINE_TURN_MS);
  afterAll(() => engine?.stop());

  test("runs the whole chain in a container", async () => {
    const templates = path.join(folder, "templates.yaml");
    const template = `{ id: boxed, name: Boxed, provider: docker, image: "${engine.image}", cpu: 1, memory: 512, screen: { width: 360, height: 640, density: 160 } }`;
    writeFileSync(templates, `templates: [${template}]\n`);
    const app = await startTestApp({
      TERRARIUM_PROVIDERS: "docker",
      TERRARIUM_TEMPLATES: templates,
      DOCKER_HOST: `unix://${engine.socketPath}`,
      TERRARIUM_DEVICE_STORAGE_MB: "64",
    });
    try {
      const { id } = await driveWholeChain(app, "boxed", { width: 360, height: 640 });
      expect(engine.docker("ps", "-a", "--format", "{{.Names}}")).not.toContain(id);
      expect((await app.call("GET", "/readyz")).body).toMatchObject({ status: "ok", checks: { docker: "ok" } });
    } finally {
      await app.remove();
    }
  });

  test("runs the whole chain on Android, and rejects an unavailable template", async () => {
    const image = await buildRedroidStandIn(engine, "booting", { bootMs: BOOT_MS });
    const templates = path.join(folder, "templates.yaml");
    const rest = `provider: docker, cpu: 1, memory: 512, screen: { width: 360, height: 640, density: 160 }, redroid: { privileged: true }`;
    writeFileSync(
      templates,
      `templates:\n  - { id: android, name: Android, image: "${image}", ${rest} }\n  - { id: none, name: None, image: "redroid/none:1", ${rest} }\n`,
    );
    const { socketPath } = await startUnprivilegedEngine(engine.socketPath, folder);
    const app = await startTestApp({
      TERRARIUM_PROVIDERS: "docker",
      TERRARIUM_TEMPLATES: templates,
      TERRARIUM_DOCKER_IMAGE: engine.image,
      DOCKER_HOST: `unix://${socketPath}`,
      TERRARIUM_STANDBY_DEVICES: "0",
    });
    try {
      const { token } = await driveWholeChain(app, "android", { width: 360, height: 640 });
      const listed = await app.call("GET", "/api/v1/template/get_all_templates", { token });
      expect(listed.body).toContainEqual(expect.objectContaining({ id: "none", missing: [ENGINE_LACKS.image] }));
      const body = { type: "android", config: { templateId: "none" } };
      const refused = await app.call("POST", "/api/v1/boxes", { token, body });
      expect(refused).toMatchObject({ status: 503, body: { code: "template_unavailable" } });
      expect(refused.body.message).toContain(ENGINE_LACKS.image);
      const ready = await app.call("GET", "/readyz");
      const unavailable = "not available: tpl_linux, tpl_browser, tpl_desktop, none";
      expect(ready.body).toMatchObject({ status: "ok", checks: { templates: unavailable } });
    } finally {
      await app.remove();
    }
  });
});
