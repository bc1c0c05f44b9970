import { z } from "zod";
import type { DeviceSummary, SnapshotSummary } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { within } from "../screen/lines.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId } from "./tool.ts";

const MINUTE_MS = 60_000;

export const devicesTool = defineTool({
  name: "devices",
  title: "Start, list and stop devices",
  description:
    "Android phones and Linux sandboxes of your team. Templates: tpl_phone, tpl_linux (shell only), tpl_browser (Chromium), tpl_desktop (XFCE and Chromium). list: running devices and snapshots. start: a new device, ready when the call returns; it ends after its minutes. stop: ends it and deletes its data. keep: saves the files of a Linux sandbox's home as a snapshot for new ones.",
  isReadOnly: false,
  time: { ms: TOOL_LIMITS.startMs + TOOL_LIMITS.graceMs, advice: "check with action list" },
  input: z.strictObject({
    action: z.enum(["list", "start", "stop", "keep"]),
    device: DeviceId.optional().describe("For stop and keep"),
    name: z.string().max(100).optional().describe("For start"),
    template: z.string().max(64).optional().describe("For start; default: the virtual phone"),
    minutes: z.number().min(TOOL_LIMITS.leastTime).max(1_440).optional().describe("For start: lifetime; default 60"),
    snapshot: z
      .string()
      .max(64)
      .optional()
      .describe("For start: files to start with; for keep: name of the new snapshot"),
  }),
  async run({ action, device, name, template, minutes, snapshot }, { devices, signal }) {
    if (action === "start") {
      const lifetimeMs = minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS);
      const wish = { name, templateId: template, lifetimeMs, snapshotName: snapshot };
      return { text: `started ${lineOf(await devices.start(wish, signal))}` };
    }
    if (action === "stop") {
      if (device === undefined) throw new ToolError("stop needs a device; action list shows them");
      await devices.stop(device);
      return { text: `stopped ${device}` };
    }
    if (action === "keep") {
      if (device === undefined || snapshot === undefined)
        throw new ToolError("keep needs device and snapshot (a name for the files)");
      await devices.keep(device, snapshot);
      return { text: `saved the files of ${device} as snapshot ${snapshot}` };
    }
    const [running, snapshots] = await Promise.all([devices.list(), devices.snapshots()]);
    const lines = running.slice(0, TOOL_LIMITS.devicesListed).map(lineOf);
    if (lines.length === 0) lines.push("no device is running; start one with action start");
    const kept = snapshots.length === 0 ? [] : [`snapshots: ${snapshots.map(wordsOf).join(", ")}`];
    return { text: within([...kept, ...lines], "those started first") };
  },
});

/** A device with a name is shown by its name, because it may no longer exist. */
const wordsOf = ({ name, device, deviceName, template }: SnapshotSummary): string =>
  device === null ? name : `${name} (of ${deviceName === null ? device : JSON.stringify(deviceName)}, ${template})`;

const lineOf = ({ id, name, template, status, expiresAt }: DeviceSummary): string =>
  `${id}${name === null ? "" : ` ${JSON.stringify(name)}`}, ${template}, ${status}, until ${expiresAt}`;
