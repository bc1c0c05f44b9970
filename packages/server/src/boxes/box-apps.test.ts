import { Readable } from "node:stream";
import type { AndroidActivity, AndroidApp, AndroidPackage } from "@terrarium/contract/box-apps";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { createBoxAppService } from "@terrarium/device-control/apps/service";
import type { DeviceTarget } from "@terrarium/device-control/device/device-session";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { type PlainAndroid, startPlainAndroid } from "@terrarium/device-control/testing/plain-android";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { registerBoxAppRoutes } from "./app-routes.ts";

const CLOCK = "com.terrarium.clock";
const devices = createDeviceSessions({ log: pino({ level: "silent" }) });
let device: TestDevice;
let android: PlainAndroid;
let app: FastifyInstance;
let noted: string[];
let templates: string[] = [];

beforeAll(async () => {
  device = await startTestDevice();
  android = await startPlainAndroid(device.target, { packageName: "com.example.app" });
  const targets: Record<string, DeviceTarget> = {
    sbx_virtual: { ...device.target, sandboxId: "sbx_virtual" },
    sbx_android: { ...device.target, sandboxId: "sbx_android", address: android.address },
  };
  const sandboxes = {
    requireDevice: async (_caller: unknown, id: string) => ({
      ...targets[id]!,
      kind: "phone" as const,
      envs: {},
      workingDir: "/",
    }),
  };
  const actions = {
    async noting<T>(_caller: unknown, _sandboxId: string, { kind, detail }: DoneAction, work: () => Promise<T>) {
      noted.push(`${kind} ${detail}`);
      return work();
    },
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async () => ({ kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" }),
  });
  const boxApps = createBoxAppService({
    actions,
    sandboxes,
    devices,
    installingTemplates: async () => templates,
    fetchFile: async (address) => Readable.from([Buffer.from(`PK of ${address}`)]),
  });
  registerBoxAppRoutes(app, { boxApps });
});
beforeEach(() => void (noted = []));
afterAll(async () => {
  await app.close();
  await devices.closeAll();
  await android.close();
  await device.stop();
});

interface Answer<Body> {
  status: number;
  body: Body & { code?: string; message?: string };
}

async function call<Body>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
  box = "sbx_virtual",
): Promise<Answer<Body>> {
  const isForm = body instanceof FormData;
  const form = isForm ? new Response(body) : undefined;
  const answer = await app.inject({
    method,
    url: `/api/v1/boxes/${box}/android/${path}`,
    headers: {
      authorization: "Bearer key",
      ...(form ? { "content-type": form.headers.get("content-type") ?? "" } : {}),
    },
    ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const isRunning = async () => (await call<AndroidPackage>("GET", `packages/${CLOCK}`)).body.isRunning;

describe("on a virtual device", () => {
  test("lists the apps of the launcher", async () => {
    const { body } = await call<{ data: AndroidApp[] }>("GET", "apps");
    const clock = { packageName: CLOCK, activityName: ".MainActivity", activityClassName: `${CLOCK}.MainActivity` };
    expect(body.data).toContainEqual(clock);
    expect((await call<AndroidApp>("GET", `apps/${CLOCK}`)).body).toEqual(clock);
    expect((await call("GET", "apps/com.nobody")).body.code).toBe("app_not_found");
  });

  test("lists packages with their details, filtered", async () => {
    const list = async (query: string) =>
      (await call<{ data: AndroidPackage[] }>("GET", `packages${query}`)).body.data.map((each) => each.packageName);
    const all = await list("");
    expect(all).toContain(CLOCK);
    expect(await list("?pkgType=system")).toEqual(all);
    expect(await list("?pkgType=thirdParty")).toEqual([]);
    expect(await list("?runningFilter=running")).toEqual(["com.terrarium.launcher"]);
    expect((await call("GET", "packages?pkgType=none")).status).toBe(400);
    const summary = { packageName: CLOCK, apkPath: "/system/app/Clock/Clock.apk", pkgType: "system" };
    expect((await call<{ data: object[] }>("GET", "packages/simple")).body.data).toContainEqual(summary);
    expect((await call("GET", `packages/${CLOCK}`)).body).toEqual({
      ...summary,
      name: CLOCK,
      version: expect.stringMatching(/^\d+/),
      isRunning: false,
    });
    const { body } = await call<{ data: AndroidActivity[] }>("GET", `packages/${CLOCK}/activities`);
    expect(body.data).toContainEqual({
      packageName: CLOCK,
      name: ".MainActivity",
      className: `${CLOCK}.MainActivity`,
      isMain: true,
      isLauncher: true,
      isExported: true,
    });
  });

  test("opens, restarts and closes apps, one or all", async () => {
    expect((await call("POST", `packages/${CLOCK}/open`)).status).toBe(200);
    expect(await isRunning()).toBe(true);
    expect((await call("POST", `packages/${CLOCK}/restart`, { activityName: `${CLOCK}.MainActivity` })).status).toBe(
      200,
    );
    expect((await call("POST", `packages/${CLOCK}/close`)).status).toBe(200);
    expect(await isRunning()).toBe(false);
    await call("POST", `packages/${CLOCK}/open`, {});
    expect((await call("POST", "packages/close-all")).status).toBe(200);
    expect(await isRunning()).toBe(false);
    expect(noted).toEqual([
      `open ${CLOCK}`,
      `open ${CLOCK}`,
      `close ${CLOCK}`,
      `open ${CLOCK}`,
      expect.stringContaining(`close`),
    ]);
  });

  test.each([
    ["open", { activityName: ".Nothing" }, 422],
    ["open", { activityName: "'; reboot; '" }, 422],
    ["close", {}, 200],
  ])("reports the device's message for %s %j", async (what, body, status) => {
    expect((await call("POST", `packages/${CLOCK}/${what}`, body)).status).toBe(status);
    expect((await call("POST", `packages/com.nobody/${what}`, body)).body.code).toBe("app_not_found");
    expect((await call("POST", `packages/${encodeURIComponent("a;reboot")}/${what}`, body)).status).toBe(400);
  });

  test("rejects installation and removal, with the capable templates", async () => {
    const form = new FormData();
    form.append("apk", new Blob(["PK"]), "a.apk");
    expect((await call("POST", "packages", form)).body).toMatchObject({
      code: "not_possible",
      message: expect.stringContaining("no template of this server runs Android itself"),
    });
    templates = ["redroid-14"];
    expect((await call("POST", "packages", form)).body.message).toContain("runs Android itself: redroid-14");
    expect((await call("DELETE", `packages/${CLOCK}`, {})).body.code).toBe("app_refused");
  });
});

describe("on a real Android", () => {
  const install = async (apk: string | Blob, more: Record<string, string> = {}) => {
    const form = new FormData();
    if (apk instanceof Blob) form.append("apk", apk, "shop.apk");
    else form.append("apk", apk);
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    return call("POST", "packages", form, "sbx_android");
  };
  const left = async () =>
    (await devices.get({ ...device.target, sandboxId: "sbx_virtual" })).listFiles("/data/local/tmp");

  test("installs and uninstalls an APK without leftovers", async () => {
    expect(await install(new Blob(["PK", new Uint8Array(2_000_000)]))).toEqual({
      status: 200,
      body: {
        packageName: "com.example.app",
        apkPath: "/data/app/x==/com.example.app-y==/base.apk",
        pkgType: "thirdParty",
        activities: [expect.objectContaining({ name: ".Main", className: "com.example.app.Main", isLauncher: true })],
      },
    });
    expect((await left()).filter(({ name }) => name.startsWith(".install-"))).toEqual([]);
    expect((await call("DELETE", "packages/com.example.app", { keepData: true }, "sbx_android")).status).toBe(200);
    expect(android.commands).toContain("pm uninstall -k com.example.app");
    expect(noted).toEqual(["install shop.apk", "uninstall com.example.app"]);
  });

  test("installs a split app as one, or not at all", async () => {
    const split = async (...files: string[]) => {
      const form = new FormData();
      for (const [index, content] of files.entries()) form.append("apk[]", new Blob([content]), `${index}.apk`);
      const before = android.commands.length;
      const answer = await call("POST", "packages", form, "sbx_android");
      return { answer, lines: android.commands.slice(before).join("\n") };
    };
    const { answer, lines } = await split("PK base", "PK de");
    expect(answer).toMatchObject({ status: 200, body: { packageName: "com.example.app" } });
    expect(lines).toMatch(
      /install-create -r -t[^]*install-write 7 1\.apk[^]*install-write 7 2\.apk[^]*install-commit 7/,
    );
    const refused = await split("PK base", "no zip");
    expect(refused.answer.body).toMatchObject({ code: "app_refused", message: expect.stringContaining("no zip") });
    expect(refused.lines).toContain("pm install-abandon 7");
    expect(refused.lines).not.toContain("install-commit");
    expect((await left()).filter(({ name }) => name.startsWith(".install-"))).toEqual([]);
  });

  test("installs an APK from a URL and reports a failed start", async () => {
    expect(await install("https://example.com/a.apk")).toMatchObject({ status: 200 });
    expect((await install("https://example.com/a.apk", { open: "true" })).body.code).toBe("app_refused");
  });

  test("reports the device's rejection and leaves no files", async () => {
    expect((await install(new Blob(["no zip"]))).body).toMatchObject({
      code: "app_refused",
      message: "The device could not install shop.apk: INSTALL_PARSE_FAILED_NOT_APK: no zip",
    });
    expect((await left()).filter(({ name }) => name.startsWith(".install-"))).toEqual([]);
  });

  test.each([
    ["nothing", () => call("POST", "packages", new FormData(), "sbx_android"), "invalid_request"],
    ["an invalid open", () => install(new Blob(["PK"]), { open: "perhaps" }), "invalid_request"],
  ])("rejects the installation of %s", async (_name, work, code) => {
    expect((await work()).body.code).toBe(code);
  });
});
