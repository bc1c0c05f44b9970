import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetConfig, readConfig, writeConfig } from "./config-file.ts";
import { connect, resolveBaseUrl } from "./connect.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-settings-"));
  vi.stubEnv("TERRARIUM_CONFIG", path.join(folder, "new/config.json"));
  for (const name of ["TERRARIUM_BASE_URL", "TERRARIUM_URL", "GBOX_BASE_URL", "TERRARIUM_API_KEY", "GBOX_API_KEY"])
    vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("stores the login for this user and deletes it", async () => {
  expect(await readConfig()).toBe(undefined);
  await writeConfig({ baseUrl: "http://a", apiKey: "one" });
  await writeConfig({ baseUrl: "http://a", apiKey: "two" });
  expect(await readConfig()).toEqual({ baseUrl: "http://a", apiKey: "two" });
  expect(statSync(path.join(folder, "new/config.json")).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(folder, "new")).mode & 0o777).toBe(0o700);
  await forgetConfig();
  expect(await readConfig()).toBe(undefined);
});

test("rejects a foreign file by name", async () => {
  vi.stubEnv("TERRARIUM_CONFIG", path.join(folder, "other.json"));
  writeFileSync(path.join(folder, "other.json"), '{"apiKey":7}');
  await expect(readConfig()).rejects.toThrow(`${folder}/other.json is not a configuration`);
});

test("resolves the server from option, environment, login, default", async () => {
  expect(await resolveBaseUrl(undefined)).toBe("http://localhost:3000");
  await writeConfig({ baseUrl: "http://kept", apiKey: "k" });
  expect(await resolveBaseUrl(undefined)).toBe("http://kept");
  vi.stubEnv("GBOX_BASE_URL", "http://gbox/api/v1/");
  expect(await resolveBaseUrl(undefined)).toBe("http://gbox");
  vi.stubEnv("TERRARIUM_BASE_URL", "http://env");
  expect(await resolveBaseUrl(undefined)).toBe("http://env");
  expect(await resolveBaseUrl("https://option/")).toBe("https://option");
  await expect(resolveBaseUrl("file:///etc")).rejects.toThrow("is not the address of a server");
});

test("sends a stored key to no other server", async () => {
  await writeConfig({ baseUrl: "http://kept", apiKey: "k" });
  expect((await connect({})).http.baseUrl).toBe("http://kept");
  await expect(connect({ baseUrl: "http://other" })).rejects.toThrow("No API key for http://other");
  vi.stubEnv("TERRARIUM_API_KEY", "given");
  expect((await connect({ baseUrl: "http://other" })).http.baseUrl).toBe("http://other");
});
