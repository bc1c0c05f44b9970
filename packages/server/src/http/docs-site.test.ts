import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "@terrarium/platform/base/app-error";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpApp } from "./http-app.ts";

const docsFolder = path.join(temporaryFolder(), "site");
let app: Awaited<ReturnType<typeof createHttpApp>>;

beforeAll(async () => {
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: () => Promise.reject(new AppError("unauthorized")),
    docsFolder,
  });
});
afterAll(() => app?.close());

const visit = (url: string) => app.inject({ url, headers: { accept: "text/html" } });

function writeSite(): void {
  mkdirSync(path.join(docsFolder, "guide"), { recursive: true });
  mkdirSync(path.join(docsFolder, "assets"), { recursive: true });
  writeFileSync(path.join(docsFolder, "guide/sdk.html"), "the SDK");
  writeFileSync(path.join(docsFolder, "404.html"), "no such page");
  writeFileSync(path.join(docsFolder, "assets/app.abc123.js"), "1");
  writeFileSync(path.join(docsFolder, "index.html"), "the start");
  writeFileSync(path.join(path.dirname(docsFolder), "secret.html"), "secret");
}

test("serves a reloading page until the site is built", async () => {
  const waiting = await visit("/docs/guide/sdk");
  expect(waiting.statusCode).toBe(503);
  expect(waiting.body).toContain('http-equiv="refresh"');
  writeSite();
  expect((await visit("/docs/guide/sdk")).body).toBe("the SDK");
});

test("redirects to the address with a trailing slash", async () => {
  writeSite();
  expect((await visit("/docs")).headers.location).toBe("/docs/");
  expect((await visit("/docs/")).body).toBe("the start");
});

test("caches hashed files forever and revalidates pages", async () => {
  writeSite();
  expect((await visit("/docs/assets/app.abc123.js")).headers["cache-control"]).toContain("immutable");
  expect((await visit("/docs/guide/sdk")).headers["cache-control"]).toBe("no-cache");
});

test.each(["/docs/guide/none", "/docs/..%2fsecret", "/docs/%2e%2e/secret", "/docs/a%00b"])(
  "%s returns a 404",
  async (url) => {
    writeSite();
    const answer = await visit(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain("secret.html");
  },
);
