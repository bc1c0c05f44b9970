import { BOX_LIFETIME_MS } from "@terrarium/contract/limits";
import { hasMouse } from "@terrarium/contract/sandbox-kind";
import type { Scope } from "@terrarium/contract/scope";
import { SnapshotName } from "@terrarium/contract/snapshot-name";
import { requireScreen } from "@terrarium/device-control/access/kinds";
import type { ActionDevice } from "@terrarium/device-control/actions/action-device";
import { press, type } from "@terrarium/device-control/actions/key-actions";
import { click } from "@terrarium/device-control/actions/mouse-actions";
import { launchProgram, openLink } from "@terrarium/device-control/actions/open-actions";
import { setControl, upload } from "@terrarium/device-control/actions/page-actions";
import { scroll } from "@terrarium/device-control/actions/pointer-actions";
import type { BoxActions } from "@terrarium/device-control/actions/service";
import { longPress, swipe, tap } from "@terrarium/device-control/actions/touch-actions";
import type { BoxAppService } from "@terrarium/device-control/apps/service";
import type { BoxBrowserService } from "@terrarium/device-control/browser/service";
import type { BoxCommandService } from "@terrarium/device-control/commands/service";
import { runOnDevice } from "@terrarium/device-control/screen/on-screen";
import { readFront } from "@terrarium/device-control/screen/read-front";
import { readUiTree } from "@terrarium/device-control/screen/read-ui-tree";
import { type Devices, OPEN_STATES, type OpenState } from "@terrarium/mcp/devices";
import { TOOL_LIMITS } from "@terrarium/mcp/limits";
import { KEYS } from "@terrarium/mcp/tools/keys";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { OrganizationService } from "../organizations/service.ts";
import { readOrigin } from "../sandboxes/origin.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import type { SnapshotService } from "../snapshots/service.ts";
import type { TemplateService } from "../templates/service.ts";
import { createCallerFiles, type FileServices } from "./caller-files.ts";

const LISTED = 50;

interface Services extends FileServices {
  boxActions: Pick<BoxActions, "act" | "screenshot">;
  boxApps: Pick<BoxAppService, "apps" | "open">;
  boxBrowser: Pick<BoxBrowserService, "closeTab" | "switchTab">;
  boxCommands: Pick<BoxCommandService, "stream">;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: Pick<SandboxService, "create" | "extend" | "list" | "newId" | "requireDevice" | "terminate">;
  templates: Pick<TemplateService, "list">;
  snapshots: Pick<SnapshotService, "create" | "list">;
}

/** Runs a change of a team's sandboxes, and records it like a call of the API. */
export type Recorded = <T>(action: string, sandboxId: string, work: () => Promise<T>) => Promise<T>;

interface McpCall {
  caller: Caller;
  /** Origin by which the caller reaches the server. */
  origin: string;
  recorded: Recorded;
}

/**
 * Creates the operations of the MCP tools. The services of the boxes API run them with the caller's access, and record
 * them like calls of that API.
 */
export function createCallerDevices(services: Services, { caller, origin, recorded }: McpCall): Devices {
  const { boxActions, boxApps, boxBrowser, boxCommands, organizations, sandboxes, templates, devices, snapshots } =
    services;
  /** Coordinates and screenshots are in pixels of the screen, whatever a sandbox's scale. */
  const callOf = (boxId: string) => ({ caller, boxId, origin, scale: 1 });

  const screenOf = async (id: string, scope: Scope) => {
    requireScope(caller, scope);
    const device = requireScreen(await sandboxes.requireDevice(caller, id), "What is done on a screen");
    return { sandboxId: id, session: await devices.get(device), hasMouse: hasMouse(device.kind) };
  };

  const act = async (id: string, prepare: Parameters<BoxActions["act"]>[2]) => {
    requireScope(caller, "drive");
    await boxActions.act(callOf(id), {}, prepare);
  };

  return {
    ...createCallerFiles(services, caller),

    async start({ name, templateId, lifetimeMs = BOX_LIFETIME_MS, snapshotName, seed, clock }, signal) {
      requireScope(caller, "manage");
      const organizationId = await organizations.ofCaller(caller);
      const id = sandboxes.newId();
      const what = {
        id,
        organizationId,
        name,
        templateId,
        lifetimeMs,
        metadata: {},
        snapshotName,
        origin: readOrigin({ seed, clock }),
      };
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

    async templates() {
      requireScope(caller, "read");
      const offered = await templates.list([await organizations.ofCaller(caller)]);
      return offered.flatMap(({ id, name, description, missing = [], kind = "phone" }) =>
        missing.length > 0 ? [] : { id, name, about: description ?? kind },
      );
    },

    async extend(id, lifetimeMs) {
      requireScope(caller, "manage");
      return summaryOf(await recorded("extendBox", id, () => sandboxes.extend(caller, id, lifetimeMs)));
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

    async front(id) {
      const { session, hasMouse: isDesktop } = await screenOf(id, "read");
      return isDesktop ? undefined : readFront(session);
    },

    async picture(id) {
      requireScope(caller, "read");
      const { uri } = await boxActions.screenshot(callOf(id), {});
      return Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64");
    },

    async page(id) {
      const device = await screenOf(id, "read");
      if (!device.hasMouse)
        throw notPossible("A page as Markdown", "only sandboxes of the kinds browser and desktop tell it");
      return runOnDevice(device, "page-markdown");
    },

    tap: (id, at, holdMs) =>
      act(id, (device) => (holdMs === undefined ? tap(device, at) : longPress(device, { ...at, duration: holdMs }))),

    click: (id, at, button, times) =>
      act(id, (device) => {
        if (!device.hasMouse)
          throw notPossible("A click with a button", "a touch screen has none; tap, or hold for longer");
        return click(device, { ...at, button, double: times === 2, modifierKeys: [] });
      }),

    scroll: (id, at, direction, distancePx) =>
      act(id, (device) => scroll(device, { ...at, ...BY[direction](distancePx) })),

    swipe: (id, start, end, duration) => act(id, (device) => swipe(device, { start, end, duration })),

    type: (id, text, { clear, enter }) =>
      act(id, (device) => type(device, { text, mode: clear ? "replace" : "append", pressEnter: enter })),

    press: (id, keyCodes) =>
      act(id, (device) => press(device, [device.hasMouse ? keyCodes.map(onKeyboard) : keyCodes], KEYS)),

    async apps(id) {
      const device = await screenOf(id, "read");
      if (device.hasMouse) return (await runOnDevice(device, "launch")).split("\n").filter(Boolean);
      const names = (await boxApps.apps(caller, id)).map(({ packageName }) => packageName);
      return [...new Set(names)];
    },

    async openApp(id, name) {
      const device = await screenOf(id, "drive");
      if (device.hasMouse) return opening((onState) => act(id, (desktop) => launchProgram(desktop, name, { onState })));
      await boxApps.open(caller, id, name, { anew: false });
      return "loaded";
    },

    openLink: (id, url, { newTab }) =>
      opening((onState) => act(id, (device) => openLink(device, url, { newTab, onState }))),

    async tab(id, tabId, verb) {
      requireScope(caller, "drive");
      await (verb === "close" ? boxBrowser.closeTab(caller, id, tabId) : boxBrowser.switchTab(caller, id, tabId));
    },

    setControl: (id, at, text) =>
      printing((onValue) =>
        act(id, (device) => setControl(requireMouse(device, "Setting a control"), at, text, onValue)),
      ),

    upload: (id, path, at) =>
      printing((onPath) => act(id, (device) => upload(requireMouse(device, "Uploading a file"), path, at, onPath))),

    async shell(id, command, { timeoutMs, signal, onOutput }) {
      requireScope(caller, "drive");
      return boxCommands.stream(caller, id, { command: { command, timeout: timeoutMs } }, { signal, onOutput });
    },
  };
}

/** Scroll distances in pixels: positive ones show content to the right and below. */
const BY = {
  up: (px: number) => ({ scrollX: 0, scrollY: -px }),
  down: (px: number) => ({ scrollX: 0, scrollY: px }),
  left: (px: number) => ({ scrollX: -px, scrollY: 0 }),
  right: (px: number) => ({ scrollX: px, scrollY: 0 }),
};

/** On a keyboard, home is the key beside end, not Android's button. */
const onKeyboard = (keyCode: number): number => (keyCode === KEY_CODES.home ? KEY_CODES.moveHome : keyCode);
/** Runs work that passes on what the device printed. */
async function printing(work: (onPrinted: (printed: string) => void) => Promise<void>): Promise<string> {
  let all = "";
  await work((printed) => (all = printed));
  return all;
}

/** Runs work that passes on a state of what it opens; phones have none. */
async function opening(work: (onState: (printed: string) => void) => Promise<void>): Promise<OpenState> {
  const printed = await printing(work);
  return OPEN_STATES.find((state) => state === printed) ?? "loaded";
}

function requireMouse(device: ActionDevice, what: string): ActionDevice {
  if (!device.hasMouse) throw notPossible(what, "only sandboxes of the kinds browser and desktop can do it");
  return device;
}

const notPossible = (what: string, detail: string) => new AppError("not_possible", { what, detail });

const summaryOf = ({ id, name, templateName, state, expiresAt }: SandboxRecord) => ({
  id,
  name,
  template: templateName,
  status: state,
  expiresAt: toTimestamp(expiresAt),
});
