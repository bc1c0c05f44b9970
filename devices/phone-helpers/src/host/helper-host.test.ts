import { describe, expect, it } from "vitest";
import { startTestPhone } from "../testing/test-phone.ts";
import type { HelperDefinition } from "./helper-definition.ts";

const PACKAGE = "com.example.helper";
const untilEnded = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

const HELPER: HelperDefinition = {
  apks: {
    [PACKAGE]: {
      inputMethods: { ".Keyboard": { typed: (text) => text.toUpperCase() } },
      components: { ".Main": { service: ".Service" } },
      receive: async ({ action }) => (action === "ask" ? { resultCode: -1, data: "yes" } : undefined),
    },
    [`${PACKAGE}.test`]: {
      instrumentation: {
        runner: `${PACKAGE}.Runner`,
        target: PACKAGE,
        load:
          async () =>
          async ({ signal, print }) => {
            print("ready\n");
            await untilEnded(signal);
            return 0;
          },
      },
    },
  },
  classes: {
    "com.example.Main":
      async () =>
      async ({ launch, print, writeFile }) => {
        if (launch.args[0] === "fail") throw new Error("no luck");
        print(launch.args.join(" "));
        writeFile("/sdcard/out", Buffer.from("file"));
        return 3;
      },
  },
};
const APK = { packageName: PACKAGE, versionCode: 7, versionName: "1.2" };
const TESTS = { ...APK, packageName: `${PACKAGE}.test` };
const instrumentation = {
  kind: "instrumentation",
  component: `${PACKAGE}.test/${PACKAGE}.Runner`,
  args: {},
  detached: false,
} as const;
const classOf = (className: string, ...args: string[]) =>
  ({ kind: "class", className, args, codeSha256: undefined }) as const;

describe("installed helpers", () => {
  it("keep their version over a restart", () => {
    const { host, folder } = startTestPhone([HELPER]);
    expect(host.install(APK)).toBe(true);
    expect(host.install({ ...APK, versionCode: 8 })).toBe(true);
    const again = startTestPhone([HELPER], folder).host;
    expect(again.packages()).toMatchObject([
      { packageName: PACKAGE, versionCode: 8, inputMethods: [`${PACKAGE}/.Keyboard`] },
    ]);
  });

  it("are known ones only", () => {
    const { host } = startTestPhone([HELPER]);
    expect(host.install({ ...APK, packageName: "com.example.game" })).toBe(false);
    expect(host.packages()).toEqual([]);
  });

  it("disappear with their services and keyboards", () => {
    const { host, ui } = startTestPhone([HELPER]);
    host.install(APK);
    host.startComponent({ component: `${PACKAGE}/.Main`, extras: {} });
    ui.settings.put("secure", "default_input_method", `${PACKAGE}/.Keyboard`);
    expect([host.typed("a"), host.services().length]).toEqual(["A", 1]);
    expect([host.uninstall(PACKAGE), host.uninstall(PACKAGE)]).toEqual([true, false]);
    expect([host.typed("a"), host.services()]).toEqual(["a", []]);
    expect(ui.settings.get("secure", "default_input_method")).toBe("com.terrarium.keyboard/.KeyboardService");
  });

  it("receive broadcasts and starts only while installed", async () => {
    const { host } = startTestPhone([HELPER]);
    expect(await host.broadcast({ action: "ask", extras: {} })).toBeUndefined();
    expect(host.startComponent({ component: `${PACKAGE}/.Main`, extras: {} })).toBe(false);
    host.install(APK);
    expect(await host.broadcast({ action: "ask", extras: {} })).toEqual({ resultCode: -1, data: "yes" });
    expect(await host.broadcast({ action: "ask", packageName: "other", extras: {} })).toBeUndefined();
    expect(host.startComponent({ component: `${PACKAGE}/.Other`, extras: {} })).toBe(false);
  });
});

describe("a running helper", () => {
  it("passes on its output, files and exit code", async () => {
    const { run } = startTestPhone([HELPER]);
    const { text, exitCode, files } = await run(classOf("com.example.Main", "a", "b"));
    expect([text, exitCode, [...files]]).toEqual(["a b", 3, [["/sdcard/out", "file"]]]);
  });

  it("reports why it failed", async () => {
    expect(await startTestPhone([HELPER]).run(classOf("com.example.Main", "fail"))).toMatchObject({
      text: "Error: no luck\n",
      exitCode: 1,
    });
  });

  it("fails at once if it is unknown", async () => {
    const { host } = startTestPhone([HELPER]);
    await expect(host.start(classOf("com.example.Other"))).rejects.toThrow(
      "class com.example.Other cannot run: this virtual device runs no Java. It answers these itself: com.example.Main",
    );
    await expect(host.start(instrumentation)).rejects.toThrow("Unable to find instrumentation info");
  });

  it("is a process until its package is stopped", async () => {
    const { host } = startTestPhone([HELPER]);
    for (const apk of [APK, TESTS]) host.install(apk);
    const id = await host.start(instrumentation);
    expect(host.processes()).toMatchObject([{ packageName: PACKAGE }]);
    expect(await host.next(id)).toEqual({ kind: "text", text: "ready\n" });
    host.forceStop(`${PACKAGE}.test`);
    expect(await host.next(id)).toMatchObject({ text: expect.stringContaining("Process crashed") });
    expect(await host.next(id)).toEqual({ kind: "exit", exitCode: 0 });
    expect(host.processes()).toEqual([]);
    await expect(host.next(id)).rejects.toThrow("there is no helper");
  });

  it("ends when the same package starts again", async () => {
    const { host } = startTestPhone([HELPER]);
    for (const apk of [APK, TESTS]) host.install(apk);
    await host.start(instrumentation);
    await host.start(instrumentation);
    expect(host.processes()).toHaveLength(1);
  });

  it("is one of a limited number", async () => {
    const { host } = startTestPhone([HELPER]);
    for (let i = 0; i < 8; i++) await host.start(classOf("com.example.Main"));
    await expect(host.start(classOf("com.example.Main"))).rejects.toThrow("more than 8 helpers at once");
    host.close();
    await expect(host.start(classOf("com.example.Main"))).resolves.toBe(9);
  });
});
