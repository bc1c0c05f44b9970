import { describe, expect, it } from "vitest";
import { startTestPhone, testNode } from "../testing/test-phone.ts";
import { mobilecli } from "./definition.ts";

const ADDRESS = "localabstract:mobilecli-server";

async function startServer() {
  const phone = startTestPhone([mobilecli]);
  const className = "com.mobilenext.mobilecli.DeviceServer";
  const id = await phone.host.start({ kind: "class", className, args: [], codeSha256: "abc" });
  const call = async (method: string, params?: unknown) =>
    (await phone.ask(ADDRESS, "POST", "/", { jsonrpc: "2.0", id: 1, method, params })).body;
  return { ...phone, id, call };
}

describe("mobilecli's device server", () => {
  it("returns the digest of its code", async () => {
    const { call } = await startServer();
    expect(await call("device.version")).toEqual({ jsonrpc: "2.0", id: 1, result: { dexSha256: "abc" } });
  });

  it("returns the elements of the screen", async () => {
    const { call, windows } = await startServer();
    windows.push(
      testNode({ children: [testNode({ text: "Save", bounds: { left: 1, top: 2, right: 4, bottom: 8 } })] }),
    );
    expect(await call("device.dump.ui", { full: true, waitUntilIdle: true })).toMatchObject({
      result: {
        hierarchy: [{ children: [{ text: "Save", visible: true, rect: { x: 1, y: 2, width: 3, height: 6 } }] }],
      },
    });
  });

  it("keeps the clipboard", async () => {
    const { call } = await startServer();
    await call("device.clipboard.set", { text: "漢字" });
    expect(await call("device.clipboard.get")).toMatchObject({ result: { text: "漢字" } });
    await call("device.clipboard.clear");
    expect(await call("device.clipboard.get")).toMatchObject({ result: { text: "" } });
  });

  it("takes screenshots of both formats", async () => {
    const { call, ui } = await startServer();
    expect(await call("device.screenshot", { format: "png" })).toMatchObject({
      result: { data: ui.png.toString("base64") },
    });
    const { result } = (await call("device.screenshot", { format: "jpeg", scale: 0.1 })) as {
      result: { data: string };
    };
    expect(Buffer.from(result.data, "base64").subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it("lists the apps", async () => {
    const { call } = await startServer();
    expect(await call("device.apps.list")).toMatchObject({
      result: [{ packageName: "com.terrarium.home" }, { appName: "Notes" }],
    });
  });

  it.each([
    ["{", -32_700],
    ["{}", -32_600],
    ['{"method":"toString","id":1}', -32_601],
    ['{"method":"device.clipboard.set","params":{"text":1}}', -32_602],
    ['{"method":"device.screenshot","params":{"scale":0.5}}', -32_000],
  ])("answers an error with status 200 to %s", async (body, code) => {
    const { ask } = await startServer();
    expect(await ask(ADDRESS, "POST", "/", body)).toMatchObject({ status: 200, body: { error: { code } } });
  });

  it("ends when its command ends", async () => {
    const { host, id, sockets } = await startServer();
    host.stop(id);
    expect(sockets.connect(ADDRESS)).toBeUndefined();
  });
});
