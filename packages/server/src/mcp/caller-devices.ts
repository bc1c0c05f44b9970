import { Readable } from "node:stream";
import { BOX_LIFETIME_MS } from "@terrarium/contract/limits";
import type { Scope } from "@terrarium/contract/scope";
import type { Devices } from "@terrarium/mcp/devices";
import { type DeviceActionService, type DoneAction, points } from "../actions/service.ts";
import { AppError } from "../base/app-error.ts";
import { type Caller, requireScope } from "../base/caller.ts";
import { toTimestamp } from "../base/timestamp.ts";
import type { BoxCommandService } from "../box-commands/service.ts";
import type { CommandResult, DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import { shellQuote } from "../devices/shell-quote.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import { newSandboxId, type SandboxService } from "../sandboxes/service.ts";
import { readUiTree } from "../ui-tree/read-ui-tree.ts";
import { readPart } from "./read-part.ts";

const LISTED = 50;
/** Time that a command gets beyond what it takes by itself. */
const COMMAND_TIMEOUT_MS = 9_000;
const LAUNCHER = "android.intent.category.LAUNCHER";

interface Services {
  boxCommands: Pick<BoxCommandService, "run">;
  actions: Pick<DeviceActionService, "noting">;
  organizations: Pick<OrganizationService, "defaultFor">;
  sandboxes: Pick<SandboxService, "create" | "list" | "requireDevice" | "terminate">;
  devices: Pick<DeviceSessions, "get">;
}

/** Does what changes a team's sandboxes, and records it as calls of the API are recorded. */
export type Recorded = <T>(action: string, sandboxId: string, work: () => Promise<T>) => Promise<T>;

/** What the tools of MCP ask for, done by our services as a caller may do it, and noted. */
export function createCallerDevices(
  { actions, boxCommands, organizations, sandboxes, devices }: Services,
  caller: Caller,
  recorded: Recorded,
): Devices {
  const sessionOf = async (id: string, scope: Scope): Promise<DeviceSession> => {
    requireScope(caller, scope);
    return devices.get(await sandboxes.requireDevice(caller, id));
  };

  /** Does something on a device and takes note of it. */
  const act = async (id: string, action: DoneAction, work: (session: DeviceSession) => Promise<unknown>) => {
    const session = await sessionOf(id, "drive");
    await actions.noting(caller, id, action, () => work(session));
  };

  const run = async (session: DeviceSession, sandboxId: string, command: string, durationMs = 0) => {
    const { stdout, stderr, exitCode } = textOf(
      await session.run(command, { timeoutMs: durationMs + COMMAND_TIMEOUT_MS }),
    );
    // `am` tells of failures with exit code 0.
    if (exitCode === 0 && !/^(Error|\*\* )/m.test(stdout + stderr)) return stdout;
    const detail = (stderr + stdout).trim().slice(0, 500) || `exit code ${exitCode}`;
    throw new AppError("device_failed", { sandboxId, detail });
  };

  return {
    async start({ name, templateId, lifetimeMs = BOX_LIFETIME_MS }) {
      requireScope(caller, "manage");
      const organizationId = await organizations.defaultFor(caller);
      const id = newSandboxId(Date.now());
      const request = { id, organizationId, name, templateId, lifetimeMs, metadata: {} };
      return summaryOf(await recorded("createBox", id, () => sandboxes.create(caller, request)));
    },

    async list() {
      requireScope(caller, "read");
      const organizationId = await organizations.defaultFor(caller);
      const { rows } = await sandboxes.list(caller, { organizationId, page: 1, pageSize: LISTED, status: "Active" });
      return rows.map(summaryOf);
    },

    async stop(id) {
      requireScope(caller, "manage");
      await recorded("terminateBox", id, () => sandboxes.terminate(caller, id));
    },

    screen: async (id) => (await readUiTree(await sessionOf(id, "read"), id)).roots,

    picture: async (id) => (await sessionOf(id, "read")).screenshotPng(),

    tap(id, { x, y }, holdMs) {
      const command = holdMs === undefined ? `input tap ${x} ${y}` : `input swipe ${x} ${y} ${x} ${y} ${holdMs}`;
      return act(id, { kind: "tap", detail: points(x, y) }, (session) => run(session, id, command, holdMs));
    },

    swipe(id, from, to, durationMs) {
      const line = [from.x, from.y, to.x, to.y].map(Math.round);
      const command = `input swipe ${line.join(" ")} ${durationMs}`;
      return act(id, { kind: "swipe", detail: points(...line) }, (session) => run(session, id, command, durationMs));
    },

    type: (id, text) =>
      act(id, { kind: "text", detail: String(Array.from(text).length) }, (session) => session.typeText(text)),

    press(id, keyCodes) {
      const detail = keyCodes.length === 1 ? String(keyCodes[0]) : `${keyCodes.length} keys`;
      const command = `input keyevent ${keyCodes.join(" ")}`;
      return act(id, { kind: "key", detail }, (session) => run(session, id, command, keyCodes.length * 20));
    },

    async apps(id) {
      const session = await sessionOf(id, "read");
      const command = `cmd package query-activities --brief -a android.intent.action.MAIN -c ${LAUNCHER}`;
      const found = (await run(session, id, command)).matchAll(/^\s*([\w.]+)\/[\w.$]+\s*$/gm);
      return [...new Set(Array.from(found, ([, packageName = ""]) => packageName))];
    },

    openApp(id, packageName) {
      const command = `monkey -p ${shellQuote(packageName)} -c ${LAUNCHER} 1`;
      return act(id, { kind: "open", detail: packageName }, (session) => run(session, id, command));
    },

    openLink(id, url) {
      const command = `am start -a android.intent.action.VIEW -d ${shellQuote(url)}`;
      return act(id, { kind: "open", detail: url }, (session) => run(session, id, command));
    },

    async shell(id, command, timeoutMs, signal) {
      requireScope(caller, "drive");
      return boxCommands.run(caller, id, { command: { command, timeout: timeoutMs } }, signal);
    },

    async listFiles(id, path) {
      const files = await (await sessionOf(id, "read")).listFiles(path);
      return files.map(({ name, kind, sizeBytes }) => ({ name, isFolder: kind === "folder", sizeBytes }));
    },

    async readFile(id, path, offset, maxBytes) {
      const session = await sessionOf(id, "read");
      return actions.noting(caller, id, { kind: "download", detail: path }, async () => {
        const { sizeBytes, content } = await session.readFile(path);
        return { sizeBytes, bytes: await readPart(content, offset, maxBytes) };
      });
    },

    writeFile: (id, path, content) =>
      act(id, { kind: "upload", detail: path }, (session) => session.writeFile(path, Readable.from([content]))),
  };
}

const summaryOf = ({ id, name, templateName, state, expiresAt }: SandboxRecord) => ({
  id,
  name,
  template: templateName,
  status: state,
  expiresAt: toTimestamp(expiresAt),
});

const textOf = ({ stdout, stderr, exitCode }: CommandResult) => ({
  stdout: Buffer.from(stdout).toString(),
  stderr: Buffer.from(stderr).toString(),
  exitCode,
});
