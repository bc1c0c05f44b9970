import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import type { HelperLaunch } from "@terrarium/phone-system/helper-programs";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { createFakeSystemUi, type FakeSystemUi } from "@terrarium/phone-system/testing/fake-system-ui";
import { uiNode } from "@terrarium/ui-tree/create-node";
import { onTestFinished } from "vitest";
import type { HelperDefinition, HelperPhone } from "../host/helper-definition.ts";
import { HelperHost } from "../host/helper-host.ts";

/** A phone without graphics that runs helpers. */
export interface TestPhone {
  host: HelperHost;
  phone: HelperPhone;
  ui: FakeSystemUi;
  sockets: VirtualSockets;
  /** Windows of the screen, lowest first. */
  windows: HierarchyNode[];
  /** Folder of the phone's data. */
  folder: string;
  /** Runs a helper to its end; returns its output and exit code. */
  run: (launch: HelperLaunch) => Promise<{ text: string; exitCode: number; files: Map<string, string> }>;
  /** Sends an HTTP request to an address of the phone. */
  ask: (address: string, method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
}

/** Starts the phone; it ends with the test. */
export function startTestPhone(helpers: readonly HelperDefinition[], folder = temporaryFolder()): TestPhone {
  const windows: HierarchyNode[] = [];
  let clipboard = "";
  const ui: FakeSystemUi = {
    ...createFakeSystemUi(720, 1280, folder),
    hierarchy: () => ({ rotation: 0, windows }),
    clipboard: { get: () => clipboard, set: (text) => (clipboard = text), onChange: () => () => undefined },
  };
  const sockets = new VirtualSockets();
  const phone: HelperPhone = { ui, sockets, properties: { get: (name) => (name.endsWith("sdk") ? "35" : undefined) } };
  const host = new HelperHost({ phone, helpers, file: join(folder, "helpers.json"), log: () => undefined });
  onTestFinished(() => host.close());
  return {
    host,
    phone,
    ui,
    sockets,
    windows,
    folder,
    run: async (launch) => {
      const id = await host.start(launch);
      let text = "";
      const files = new Map<string, string>();
      for (;;) {
        const step = await host.next(id);
        if (step.kind === "text") text += step.text;
        if (step.kind === "file") files.set(step.path, Buffer.from(step.bytes).toString("latin1"));
        if (step.kind === "exit") return { text, exitCode: step.exitCode, files };
      }
    },
    ask: (address, method, path, body) => askHttp(sockets, address, { method, path, body }),
  };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "terrarium-helpers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function askHttp(
  sockets: VirtualSockets,
  address: string,
  { method, path, body }: { method: string; path: string; body: unknown },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const connection: Duplex | undefined = sockets.connect(address);
    if (!connection) return reject(new Error(`nothing listens at ${address}`));
    const sent = request({ method, path, createConnection: () => connection, headers: { connection: "close" } });
    sent.once("error", reject).once("response", (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .once("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, body: text === "" ? undefined : JSON.parse(text) });
        });
    });
    sent.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** Makes a node of a screen. */
export function testNode(known: Partial<HierarchyNode> = {}): HierarchyNode {
  return uiNode({
    className: "android.widget.FrameLayout",
    packageName: "com.terrarium.home",
    bounds: { left: 0, top: 0, right: 720, bottom: 1280 },
    ...known,
  });
}
