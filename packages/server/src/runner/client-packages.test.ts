import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { GBOX_MODULE_PATH, GBOX_PACKAGE_PATH, SDK_MODULE_PATH, SDK_PACKAGE_PATH } from "@terrarium/contract/clients";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerClientPackages } from "./client-packages.ts";
import { buildSdkBundle } from "./testing/test-server.ts";

let app: FastifyInstance;
beforeAll(() => {
  buildSdkBundle();
  app = Fastify();
  registerClientPackages(app);
});
afterAll(() => app.close());

test.each([
  [SDK_PACKAGE_PATH, "@terrarium/sdk"],
  [GBOX_PACKAGE_PATH, "gbox-sdk"],
])("serves %s as the package %s", async (url, name) => {
  const { rawPayload, headers } = await app.inject(url);
  const manifest = execFileSync("tar", ["xzO", "package/package.json"], { input: rawPayload, encoding: "utf8" });
  expect(JSON.parse(manifest)).toMatchObject({ name, engines: { node: ">=20" } });
  expect(headers["content-type"]).toBe("application/gzip");
});

test("serves the same module under both names", async () => {
  const [own, gbox] = await Promise.all([app.inject(SDK_MODULE_PATH), app.inject(GBOX_MODULE_PATH)]);
  expect(own.statusCode).toBe(200);
  expect(own.body).toContain("TerrariumClient");
  expect(gbox.body).toBe(own.body);
});

test("no page or snippet installs another company's package", () => {
  const root = path.join(import.meta.dirname, "../../../..");
  const files = globSync("{README.md,docs/**/*.md,packages/sdk/README.md,apps/web/src/**/*.{ts,tsx}}", { cwd: root });
  const decisions = /docs\/internals\/decisions\//;
  const found = files.filter(
    (file) =>
      !decisions.test(file) && /npm (?:install|i|add) gbox-sdk/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
