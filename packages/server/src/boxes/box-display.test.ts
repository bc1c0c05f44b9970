import { UNSUPPORTED_CALLS } from "@terrarium/contract/box-unsupported";
import { createBoxDisplayService } from "@terrarium/device-control/display/service";
import { type PlainAndroid, startPlainAndroid } from "@terrarium/device-control/testing/plain-android";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import type { Egress } from "@terrarium/egress/egress";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBoxApp, type BoxApp } from "../testing/box-app.ts";
import { registerBoxDisplayRoutes } from "./display-routes.ts";
import { registerUnsupportedRoutes } from "./unsupported-routes.ts";

let device: TestDevice;
let android: PlainAndroid;
const resolve = async () => [];
/** Servers with devices without and with network access. */
let app: BoxApp;
let reaching: BoxApp;

beforeAll(async () => {
  device = await startTestDevice();
  android = await startPlainAndroid(device.target, {});
  const targets = [
    { ...device.target, sandboxId: "sbx_virtual" },
    { ...device.target, sandboxId: "sbx_android", address: android.address },
  ];
  const start = (egress: Egress) =>
    startBoxApp(targets, (http, parts) => {
      registerBoxDisplayRoutes(http, {
        boxDisplay: createBoxDisplayService({ ...parts, reachOf: () => ({ egress, resolve }) }),
      });
      registerUnsupportedRoutes(http, parts);
    });
  app = await start("off");
  reaching = await start("public");
});
afterAll(async () => {
  await app.close();
  await reaching.close();
  await android.close();
  await device.stop();
});

test("reports the rotated screen and accepts another size", async () => {
  const display = async () => (await app.call("GET", "boxes/sbx_virtual/display")).body;
  expect(await display()).toEqual({ orientation: "portrait", resolution: { width: 360, height: 640 } });
  const set = await app.call("POST", "boxes/sbx_virtual/resolution", { width: 480, height: 800 });
  expect(set).toEqual({ status: 200, body: { width: 480, height: 800 } });
  expect((await display()).resolution).toEqual({ width: 480, height: 800 });
  for (const width of [0, 199, 4_097, 300.5, "300"])
    expect((await app.call("POST", "boxes/sbx_virtual/resolution", { width, height: 800 })).status).toBe(400);
  expect(app.noted).toEqual(["resize 480x800"]);
});

test("a virtual device rejects a proxy with the reason", async () => {
  const proxy = { host: "proxy.test", port: 8080 };
  expect((await app.call("POST", "boxes/sbx_virtual/proxy", proxy)).body.code).toBe("egress_off");
  expect((await reaching.call("POST", "boxes/sbx_virtual/proxy", proxy)).body.code).toBe("not_possible");
  expect((await app.call("GET", "boxes/sbx_virtual/proxy")).body.code).toBe("proxy_not_set");
});

test("Android sets, reports and removes a proxy", async () => {
  const path = "boxes/sbx_android/proxy";
  const proxy = { host: "proxy.test", port: 8080, excludes: ["localhost", "*.inside.test"] };
  expect(await app.call("POST", path, proxy)).toEqual({ status: 200, body: proxy });
  expect((await app.call("GET", path)).body).toEqual(proxy);
  expect(await app.call("POST", path, { host: "::1", port: 1 })).toMatchObject({ status: 200 });
  expect((await app.call("GET", path)).body).toEqual({ host: "::1", port: 1 });
  expect((await app.call("DELETE", path)).status).toBe(200);
  expect((await app.call("GET", path)).body.code).toBe("proxy_not_set");
  expect(android.commands.some((line) => line.startsWith("settings put global http_proxy :0"))).toBe(true);
});

test.each([
  ["a name and password", { host: "a", port: 1, auth: { username: "u", password: "p" } }, 422],
  ["a script", { host: "a", port: 1, pacUrl: "https://a.test/pac" }, 422],
  ["an invalid host", { host: "a; reboot", port: 1 }, 400],
  ["an invalid port", { host: "a", port: 65_536 }, 400],
])("rejects a proxy with %s", async (_name, body, status) => {
  expect((await app.call("POST", "boxes/sbx_android/proxy", body)).status).toBe(status);
});

test.each(UNSUPPORTED_CALLS.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s returns the reason why it is not possible",
  async (_name, { method, path }) => {
    const filled = path.slice("/api/v1/".length).replaceAll(/\{(?!boxId)\w+\}/g, "x");
    const answer = await app.call(method, filled.replace("{boxId}", "sbx_virtual"));
    expect(answer).toMatchObject({ status: 422, body: { code: "not_possible" } });
    if (!path.includes("{boxId}")) return;
    expect((await app.call(method, filled.replace("{boxId}", "sbx_foreign"))).status).toBe(404);
  },
);
