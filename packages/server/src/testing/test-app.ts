import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getLoginClientId } from "@terrarium/contract/auth";
import { embedded } from "@terrarium/device-providers/embedded/definition";
import { createEmbeddedProvider } from "@terrarium/device-providers/embedded/embedded-provider";
import { parseEnvironment } from "@terrarium/device-providers/provider-definition";
import { FAKE_DEVICE } from "@terrarium/device-providers/testing/fake-device";
import { sqliteFile } from "@terrarium/platform/db/configured-database";
import { collectQueries, findScansOnSqlite, type IssuedQuery } from "@terrarium/platform/testing/query-plans";
import { removeFolder } from "@terrarium/platform/testing/remove-folder";
import { pino } from "pino";
import { z } from "zod";
import type { AppParts } from "../app-services.ts";
import { createApp, type App } from "../app.ts";
import { readConfig } from "../config.ts";

export interface TestAnswer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes; what they expect is their assertion
  body: any;
}

export interface TestApp extends App {
  origin: string;
  dataDir: string;
  call(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  /** Signs in a user like a browser. Returns the session token. */
  signIn(login: string, options?: { provider?: "github" | "google" }): Promise<string>;
  /** Returns its queries, one of each kind. */
  queries(): IssuedQuery[];
  /** Ends it and removes its data. Throws if one of its queries reads a whole SQLite table. */
  remove(): Promise<void>;
}

/** For tests: starts the whole server on a free port, over fake devices unless the environment names providers. */
export async function startTestApp(environment: Record<string, string> = {}, parts: AppParts = {}): Promise<TestApp> {
  const dataDir = environment.TERRARIUM_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), "terrarium-app-"));
  const config = readConfig({
    PORT: "0",
    NODE_ENV: "test",
    TERRARIUM_STANDBY_DEVICES: "0",
    ...environment,
    TERRARIUM_DATA_DIR: dataDir,
  });
  const log = pino({ level: "silent" });
  const { deviceStorageMb: storageMb } = config;
  const { memoryMb } = embedded.readSettings(parseEnvironment(embedded.environment, environment));
  const root = path.join(dataDir, "devices");
  const fake = () => [createEmbeddedProvider({ root, program: FAKE_DEVICE, storageMb, memoryMb, log })];
  // Providers named by a test are real ones.
  const providers = parts.providers ?? (environment.TERRARIUM_PROVIDERS === undefined ? fake() : undefined);
  const collector = collectQueries();
  const start = async () => {
    const app = await createApp(config, log, {
      ...parts,
      ...(providers && { providers }),
      onQuery: collector.onQuery,
    });
    return { app, origin: await app.listen() };
  };
  const { app, origin } = await start().catch((error: unknown) => {
    removeFolder(dataDir);
    throw error;
  });

  const call: TestApp["call"] = async (method, pathname, { token, body, headers } = {}) => {
    const answer = await fetch(origin + pathname, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json");
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    ...app,
    queries: collector.queries,
    origin,
    dataDir,
    call,
    async signIn(login, { provider: identityProvider = "github" } = {}) {
      const start = getLoginClientId.response.parse((await call("GET", getLoginClientId.path)).body);
      const authorize = new URL(
        (identityProvider === "github" ? start.githubAuthorizeUrl : start.googleAuthorizeUrl) ?? "",
      );
      authorize.searchParams.set("client_id", start.githubClientId);
      authorize.searchParams.set("redirect_uri", `${origin}/logining/${identityProvider}`);
      const redirect = await fetch(authorize, {
        method: "POST",
        body: new URLSearchParams({ login }),
        redirect: "manual",
      });
      const code = new URL(redirect.headers.get("location") ?? "about:blank").searchParams.get("code");
      const answer = await call("POST", `/api/v1/auth/${identityProvider}/callback`, { body: { code } });
      return z.object({ token: z.string() }).parse(answer.body).token;
    },
    async remove() {
      await app.close();
      const scans = config.databaseUrl === undefined ? findScansOnSqlite(sqliteFile(config), collector.queries()) : [];
      removeFolder(dataDir);
      if (scans.length > 0) throw new Error(`queries that read a whole table:\n${scans.join("\n")}`);
    },
  };
}
