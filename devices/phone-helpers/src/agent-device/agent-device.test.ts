import { describe, expect, it } from "vitest";
import { startTestPhone, testNode } from "../testing/test-phone.ts";
import { agentDevice } from "./definition.ts";

const SNAPSHOT = "com.callstack.agentdevice.snapshothelper";
const IME = "com.callstack.agentdevice.imehelper";

function startHelpers() {
  const phone = startTestPhone([agentDevice]);
  for (const packageName of [SNAPSHOT, IME])
    phone.host.install({ packageName, versionCode: 21_005, versionName: "0.21.5" });
  phone.windows.push(testNode({ text: "漢字" }));
  const launch = (args: Record<string, string>) =>
    ({
      kind: "instrumentation",
      component: `${SNAPSHOT}/${SNAPSHOT}.SnapshotInstrumentation`,
      args,
      detached: false,
    }) as const;
  return { ...phone, launch };
}

const gesture = (plan: unknown): string => Buffer.from(JSON.stringify(plan)).toString("base64");
const PLAN = {
  protocol: "android-touch-plan-v1",
  kind: "swipe",
  pointers: [
    {
      samples: [
        { offsetMs: 0, x: 1, y: 2 },
        { offsetMs: 10, x: 3, y: 4 },
      ],
    },
  ],
};

describe("agent-device's snapshot helper", () => {
  it("prints a snapshot in chunks", async () => {
    const { run, launch } = startHelpers();
    const { text, exitCode } = await run(launch({ waitForIdleTimeoutMs: "500" }));
    expect(exitCode).toBe(0);
    expect(text).toMatch(
      /^INSTRUMENTATION_STATUS: agentDeviceProtocol=android-snapshot-helper-v1\n[^]*chunkIndex=0\n.*chunkCount=1\n/,
    );
    const [, payload = ""] = /payloadBase64=(\S+)\nINSTRUMENTATION_STATUS_CODE: 1\n/.exec(text) ?? [];
    expect(Buffer.from(payload, "base64").toString()).toContain('text="漢字"');
    expect(text).toMatch(/INSTRUMENTATION_RESULT: ok=true\n[^]*nodeCount=1\n[^]*INSTRUMENTATION_CODE: 0\n$/);
  });

  it("prints the viewport and plays gestures", async () => {
    const { run, launch, ui } = startHelpers();
    expect((await run(launch({ mode: "viewport" }))).text).toContain("INSTRUMENTATION_RESULT: width=720\n");
    const { text } = await run(launch({ mode: "gesture", payloadBase64: gesture(PLAN) }));
    expect(text).toContain("INSTRUMENTATION_RESULT: injectedEvents=2\n");
    expect(ui.touches.map(({ action }) => action)).toEqual(["down", "move", "up"]);
  });

  it.each([
    ["nonsense", { mode: "nonsense" }],
    ["a plan that is not JSON", { mode: "gesture", payloadBase64: "e" }],
    ["a plan without pointers", { mode: "gesture", payloadBase64: gesture({ ...PLAN, pointers: [] }) }],
    [
      "too many fingers",
      { mode: "gesture", payloadBase64: gesture({ ...PLAN, pointers: Array(11).fill(PLAN.pointers[0]) }) },
    ],
  ])("reports the failure of %s", async (_name, args) => {
    const { run, launch } = startHelpers();
    expect((await run(launch(args))).text).toMatch(/INSTRUMENTATION_RESULT: ok=false\n[^]*message=.+\n/);
  });

  it("answers requests of a session on its port", async () => {
    const { host, launch, sockets } = startHelpers();
    const id = await host.start(launch({ sessionPort: "7001" }));
    expect(await host.next(id)).toMatchObject({ text: expect.stringContaining("sessionReady=true") });
    const connection = sockets.connect("tcp:7001");
    connection?.write("snapshot abc\n");
    let answer = "";
    for await (const bytes of connection ?? []) answer += String(bytes);
    const [head = "", xml = ""] = answer.split("\n\n");
    expect(head).toMatch(/requestId=abc\n[^]*ok=true/);
    expect(head).toContain(`byteLength=${Buffer.byteLength(xml)}`);
    expect(xml).toContain('text="漢字"');
    host.forceStop(SNAPSHOT);
    await expect.poll(() => sockets.connect("tcp:7001")).toBeUndefined();
  });
});

describe("agent-device's keyboard", () => {
  it("types and clears while it is selected", async () => {
    const { host, ui } = startHelpers();
    const extras = { protocol: "android-ime-helper-v1", text: Buffer.from("漢字").toString("base64") };
    const type = () => host.broadcast({ packageName: IME, action: `${IME}.ACTION_INPUT_TEXT_B64`, extras });
    expect(await type()).toBeUndefined();
    ui.settings.put("secure", "default_input_method", `${IME}/.TestInputMethodService`);
    expect(await type()).toEqual({ resultCode: 0 });
    await host.broadcast({ packageName: IME, action: `${IME}.ACTION_CLEAR_TEXT`, extras });
    expect([ui.texts, ui.keys.length]).toEqual([["漢字"], 4]);
  });
});
