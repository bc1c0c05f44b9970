import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "@terrarium/platform/base/app-error";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerHealthRoutes } from "./health.ts";
import { createHttpApp } from "./http-app.ts";

const folder = path.join(temporaryFolder(), "dist");
beforeAll(() => {
  mkdirSync(path.join(folder, "assets"), { recursive: true });
  writeFileSync(path.join(folder, "index.html"), "<title>Console</title>");
  writeFileSync(path.join(folder, "theme.js"), "1");
  writeFileSync(path.join(folder, "assets", "main-abc123.js"), "2");
  writeFileSync(path.join(folder, "assets", "main-abc123.js.br"), "as brotli");
  writeFileSync(path.join(folder, "assets", "main-abc123.js.gz"), "as gzip");
  writeFileSync(path.join(path.dirname(folder), "secret"), "for nobody's eyes");
});

async function open(webFolder: string) {
  return createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: () => Promise.reject(new AppError("unauthorized")),
    webFolder,
  });
}

describe("the console's files", () => {
  let app: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (app = await open(folder)));
  afterAll(() => app?.close());
  const visit = (url: string, accept = "text/html,*/*") => app.inject({ url, headers: { accept } });

  test.each(["/", "/sandboxes", "/logining/github?code=a.b", "/no/such/page"])(
    "%s serves the console's page with revalidation",
    async (url) => {
      const answer = await visit(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe("<title>Console</title>");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(answer.headers["content-type"]).toContain("text/html");
    },
  );

  test("opening a page logs no Node warning", async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on("warning", note);
    await visit("/login");
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("caches hashed assets forever and no other files", async () => {
    expect((await visit("/assets/main-abc123.js")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await visit("/theme.js")).headers["cache-control"]).toBe("no-cache");
  });

  test.each([
    ["gzip, deflate, br", "br", "as brotli"],
    ["gzip", "gzip", "as gzip"],
    ["identity", undefined, "2"],
  ])("with Accept-Encoding %s sends an asset as %s", async (accepted, encoding, body) => {
    const answer = await app.inject({ url: "/assets/main-abc123.js", headers: { "accept-encoding": accepted } });
    expect(answer.body).toBe(body);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-type"]).toContain("javascript");
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
  });

  test.each(["/assets/gone-123.js", "/api/v1/nothing", "/local-idp/github/nothing"])("%s is not found", async (url) => {
    const answer = await visit(url);
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: "not_found" });
  });

  test.each(["/../secret", "/%2e%2e/secret", "/assets/..%2f..%2fsecret"])(
    "%s does not leave the folder",
    async (url) => {
      expect((await visit(url)).body).not.toContain("for nobody's eyes");
    },
  );

  test.each(["bytes=9-", "bytes=5-2", "bytes=0-0"])("ignores the range %s and sends the whole file", async (range) => {
    const answer = await app.inject({ url: "/theme.js", headers: { range } });
    expect([answer.statusCode, answer.body, answer.headers["accept-ranges"]]).toEqual([200, "1", undefined]);
  });

  test("sends no page to a program that accepts none", async () => {
    expect((await visit("/sandboxes", "application/json")).statusCode).toBe(404);
  });
});

test("an unbuilt console explains how to build it", async () => {
  const app = await open(path.join(folder, "none"));
  const answer = await app.inject({ url: "/login", headers: { accept: "text/html" } });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  await app.close();
});

test("health and readiness report the server's state", async () => {
  const app = await open(folder);
  let isDatabaseUp = true;
  let hasRoom = true;
  let isEngineUp = true;
  let unavailable: string[] = [];
  registerHealthRoutes(app, {
    checks: { database: async () => (isDatabaseUp ? 1 : Promise.reject(new Error("gone"))), embedded: async () => [] },
    told: {
      docker: async () => {
        if (!isEngineUp) throw new Error("no engine");
      },
    },
    listUnavailableTemplates: async () => unavailable,
    requireRoom: async () => {
      if (!hasRoom) throw new Error("full");
    },
  });
  expect((await app.inject("/readyz")).json()).toEqual({
    status: "ok",
    checks: { database: "ok", embedded: "ok", docker: "ok", templates: "ok", disk: "ok" },
  });
  hasRoom = false;
  const full = await app.inject("/readyz");
  expect(full.statusCode).toBe(200);
  expect(full.json()).toMatchObject({ status: "ok", checks: { disk: "no room for sandboxes" } });
  hasRoom = true;
  isEngineUp = false;
  const withoutEngine = await app.inject("/readyz");
  expect(withoutEngine.statusCode).toBe(200);
  expect(withoutEngine.json()).toMatchObject({ status: "ok", checks: { embedded: "ok", docker: "failed" } });
  isEngineUp = true;
  unavailable = ["android14"];
  expect((await app.inject("/readyz")).json()).toMatchObject({
    status: "ok",
    checks: { templates: "not available: android14" },
  });
  unavailable = [];
  isDatabaseUp = false;
  const unready = await app.inject("/readyz");
  expect(unready.statusCode).toBe(503);
  expect(unready.json()).toEqual({
    status: "unavailable",
    checks: { database: "failed", embedded: "ok", docker: "ok", templates: "ok", disk: "ok" },
  });
  expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" });
  await app.close();
});
