import { Readable } from "node:stream";
import { cutText } from "@terrarium/bounds/cut-text";
import { BOX_LIFETIME_MS } from "@terrarium/contract/limits";
import { hasMouse, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Scope } from "@terrarium/contract/scope";
import { SnapshotName } from "@terrarium/contract/snapshot-name";
import { requireScreen } from "@terrarium/device-control/access/kinds";
import { type DeviceActionService, type DoneAction, points } from "@terrarium/device-control/action-log/service";
import { combinationCommand, pressCommand, requireKeys } from "@terrarium/device-control/actions/keys";
import { ANSWER_TIMEOUT_MS } from "@terrarium/device-control/adb/answer-timeout";
import type { BoxCommandService } from "@terrarium/device-control/commands/service";
import type {
  CommandResult,
  DeviceSession,
  DeviceSessions,
  OutputName,
} from "@terrarium/device-control/device/device-session";
import { shellQuote } from "@terrarium/device-control/device/shell-quote";
import { openLinkCommand, swipeCommand, tapCommand, wheelCommand } from "@terrarium/device-control/input/device-input";
import { typeAsItStands } from "@terrarium/device-control/input/text-input";
import { touchScreen } from "@terrarium/device-control/screen/on-screen";
import { readUiTree } from "@terrarium/device-control/screen/read-ui-tree";
import { BothEnds } from "@terrarium/mcp/both-ends";
import type { Devices } from "@terrarium/mcp/devices";
import { TOOL_LIMITS } from "@terrarium/mcp/limits";
import { KEYS } from "@terrarium/mcp/tools/keys";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import type { SnapshotService } from "../snapshots/service.ts";
import { readPart } from "./read-part.ts";

const LISTED = 50;
const LAUNCHER = "android.intent.category.LAUNCHER";

interface Services {
  boxCommands: Pick<BoxCommandService, "stream">;
  actions: Pick<DeviceActionService, "noting">;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: Pick<SandboxService, "create" | "list" | "newId" | "requireDevice" | "terminate">;
  devices: Pick<DeviceSessions, "get">;
  snapshots: Pick<SnapshotService, "create" | "list">;
}

interface Shown {
  session: DeviceSession;
  kind: SandboxKind;
}

/** Runs a change of a team's sandboxes, and records it like a call of the API. */
export type Recorded = <T>(action: string, sandboxId: string, work: () => Promise<T>) => Promise<T>;

/** Creates the operations of the MCP tools, run by our services with the caller's access, and recorded. */
export function createCallerDevices(
  { actions, boxCommands, organizations, sandboxes, devices, snapshots }: Services,
  caller: Caller,
  recorded: Recorded,
): Devices {
  const sessionOf = async (id: string, scope: Scope): Promise<DeviceSession> => {
    requireScope(caller, scope);
    return devices.get(await sandboxes.requireDevice(caller, id));
  };

  const screenOf = async (id: string, scope: Scope): Promise<Shown> => {
    requireScope(caller, scope);
    const device = requireScreen(await sandboxes.requireDevice(caller, id), "What is done on a screen");
    return { session: await devices.get(device), kind: device.kind };
  };

  /** Runs an action on a device's screen and records it. */
  const act = async (
    id: string,
    action: DoneAction,
    work: (session: DeviceSession, kind: SandboxKind) => Promise<unknown>,
  ) => {
    const { session, kind } = await screenOf(id, "drive");
    await actions.noting(caller, id, action, () => work(session, kind));
  };

  const run = async (session: DeviceSession, sandboxId: string, command: string, durationMs = 0) => {
    const result = textOf(await session.run(command, { timeoutMs: durationMs + ANSWER_TIMEOUT_MS }));
    // `am` reports failures with exit code 0.
    return outputOf(result, sandboxId, /^(Error|\*\* )/m);
  };

  const pressed = (id: string, keyCodes: readonly number[], detail: string, command: string, durationMs = 0) =>
    act(id, { kind: "key", detail }, (session, kind) => {
      requireKeys({ hasMouse: hasMouse(kind) }, keyCodes, KEYS);
      return run(session, id, command, durationMs);
    });

  return {
    async start({ name, templateId, lifetimeMs = BOX_LIFETIME_MS, snapshotName }, signal) {
      requireScope(caller, "manage");
      const organizationId = await organizations.ofCaller(caller);
      const id = sandboxes.newId();
      const what = { id, organizationId, name, templateId, lifetimeMs, metadata: {}, snapshotName };
      // Ended if the client leaves: an unwanted device would be billed.
      const request = { ...what, timeoutMs: TOOL_LIMITS.startMs, signal };
      return summaryOf(await recorded("createBox", id, () => sandboxes.create(caller, request)));
    },

    async list() {
      requireScope(caller, "read");
      const organizationId = await organizations.ofCaller(caller);
      const { rows } = await sandboxes.list(caller, { organizationId, page: 1, pageSize: LISTED, status: "Active" });
      return rows.map(summaryOf);
    },

    async stop(id) {
      requireScope(caller, "manage");
      await recorded("terminateBox", id, () => sandboxes.terminate(caller, id));
    },

    async keep(id, snapshotName) {
      requireScope(caller, "manage");
      const { data: name, error } = SnapshotName.safeParse(snapshotName);
      if (error) throw new AppError("invalid_request", { detail: `snapshot: ${error.issues[0]?.message}` });
      await recorded("createSnapshot", id, () => snapshots.create(caller, id, name));
    },

    async snapshots() {
      requireScope(caller, "read");
      const { rows } = await snapshots.list(caller, { page: 1, pageSize: LISTED });
      return rows.map(({ name, sandboxId, sandboxName, templateId }) => ({
        name,
        device: sandboxId,
        deviceName: sandboxName,
        template: templateId,
      }));
    },

    screen: async (id) => (await readUiTree((await screenOf(id, "read")).session, id)).roots,

    picture: async (id) => (await screenOf(id, "read")).session.screenshotPng(),

    async page(id) {
      const { session, kind } = await screenOf(id, "read");
      if (!hasMouse(kind))
        throw notPossible("A page as Markdown", "only sandboxes of the kinds browser and desktop tell it");
      // No text of a page counts as a failure.
      return outputOf(textOf(await session.run("page-markdown")), id);
    },

    tap(id, at, holdMs = 0) {
      const { x, y } = at;
      const stay = { startX: x, startY: y, endX: x, endY: y };
      const command = holdMs === 0 ? tapCommand(x, y) : swipeCommand(stay, holdMs);
      return act(id, { kind: "tap", detail: points(x, y) }, (session) =>
        touchScreen({ sandboxId: id, session }, { at: [at], command, durationMs: holdMs }),
      );
    },

    click(id, { x, y }, button, times) {
      const at = { x: Math.round(x), y: Math.round(y) };
      return act(id, { kind: "tap", detail: points(x, y) }, async (session, kind) => {
        if (!hasMouse(kind))
          throw notPossible("A click with a button", "a touch screen has none; tap, or hold for longer");
        const command = `mouse click ${at.x} ${at.y} ${button} ${times}`;
        await touchScreen({ sandboxId: id, session }, { at: [at], command });
      });
    },

    scroll(id, from, to, durationMs) {
      const detail = points(from.x, from.y, to.x, to.y);
      return act(id, { kind: "scroll", detail }, (session, kind) => {
        const line = { startX: from.x, startY: from.y, endX: to.x, endY: to.y };
        const command = hasMouse(kind) ? wheelCommand(from, to) : swipeCommand(line, durationMs);
        return touchScreen({ sandboxId: id, session }, { at: [from, to], command, durationMs });
      });
    },

    swipe(id, from, to, durationMs) {
      const command = swipeCommand({ startX: from.x, startY: from.y, endX: to.x, endY: to.y }, durationMs);
      const detail = points(from.x, from.y, to.x, to.y);
      return act(id, { kind: "swipe", detail }, (session) =>
        touchScreen({ sandboxId: id, session }, { at: [from, to], command, durationMs }),
      );
    },

    type: (id, text) =>
      act(id, { kind: "text", detail: String(Array.from(text).length) }, (session) => typeAsItStands(session, text)),

    press(id, keyCodes) {
      const detail = keyCodes.length === 1 ? String(keyCodes[0]) : `${keyCodes.length} keys`;
      return pressed(id, keyCodes, detail, pressCommand(keyCodes), keyCodes.length * 20);
    },

    combine: (id, keyCodes) => pressed(id, keyCodes, `${keyCodes.length} keys`, combinationCommand(keyCodes)),

    async apps(id) {
      const { session, kind } = await screenOf(id, "read");
      if (hasMouse(kind)) return (await run(session, id, "launch")).split("\n").filter(Boolean);
      const command = `cmd package query-activities --brief -a android.intent.action.MAIN -c ${LAUNCHER}`;
      const found = (await run(session, id, command)).matchAll(/^[ \t]*([\w.]+)\/[\w.$]+[ \t\r]*$/gm);
      return [...new Set(Array.from(found, ([, packageName = ""]) => packageName))];
    },

    openApp(id, packageName) {
      const started = `monkey -p ${shellQuote(packageName)} -c ${LAUNCHER} 1`;
      return act(id, { kind: "open", detail: packageName }, (session, kind) =>
        run(session, id, hasMouse(kind) ? `launch ${shellQuote(packageName)}` : started),
      );
    },

    openLink: (id, url) =>
      act(id, { kind: "open", detail: url }, (session, kind) =>
        run(session, id, hasMouse(kind) ? `launch ${shellQuote(url)}` : openLinkCommand(url)),
      ),

    async shell(id, command, timeoutMs, signal) {
      requireScope(caller, "drive");
      const printed = { stdout: new BothEnds(), stderr: new BothEnds() };
      const onOutput = (name: OutputName, bytes: Uint8Array) => printed[name].add(bytes);
      const request = { command: { command, timeout: timeoutMs } };
      return { ...(await boxCommands.stream(caller, id, request, { signal, onOutput })), ...printed };
    },

    async listFiles(id, path) {
      const files = await (await sessionOf(id, "read")).listFiles(path);
      return files.map(({ name, kind, sizeBytes }) => ({ name, isFolder: kind === "folder", sizeBytes }));
    },

    async readFile(id, path, offset, maxBytes, signal) {
      const session = await sessionOf(id, "read");
      return actions.noting(caller, id, { kind: "download", detail: path }, async () => {
        const { sizeBytes, content } = await session.readFile(path);
        return { sizeBytes, bytes: await readPart(content, { offset, maxBytes, signal }) };
      });
    },

    async writeFile(id, path, content) {
      const session = await sessionOf(id, "drive");
      const action = { kind: "upload", detail: path } as const;
      await actions.noting(caller, id, action, () => session.writeFile(path, Readable.from([content])));
    },
  };
}

const notPossible = (what: string, detail: string) => new AppError("not_possible", { what, detail });

const summaryOf = ({ id, name, templateName, state, expiresAt }: SandboxRecord) => ({
  id,
  name,
  template: templateName,
  status: state,
  expiresAt: toTimestamp(expiresAt),
});

/** Returns a command's output. Throws device_failed if it failed, by its exit code or its output. */
function outputOf(
  { stdout, stderr, exitCode }: ReturnType<typeof textOf>,
  sandboxId: string,
  failure?: RegExp,
): string {
  if (exitCode === 0 && !failure?.test(stdout + stderr)) return stdout;
  const detail = cutText((stderr + stdout).trim(), 500) || `exit code ${exitCode}`;
  throw new AppError("device_failed", { sandboxId, detail });
}

const textOf = ({ stdout, stderr, exitCode }: CommandResult) => ({
  stdout: Buffer.from(stdout).toString(),
  stderr: Buffer.from(stderr).toString(),
  exitCode,
});
