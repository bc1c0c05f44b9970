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
    "Android phones and Linux sandboxes of your team: templates tpl_phone, tpl_linux (a shell alone), tpl_browser (Chromium), tpl_desktop (XFCE, also Chromium). list: those that run, and the snapshots. start: a new one, ready when this answers; it ends by itself after its minutes. stop: ends it and removes all that is on it. keep: files of a Linux sandbox's home, as a snapshot with which new ones can be started.",
  isReadOnly: false,
  time: { ms: TOOL_LIMITS.startMs + TOOL_LIMITS.graceMs, advice: "action list tells what has come of it" },
  input: z.strictObject({
    action: z.enum(["list", "start", "stop", "keep"]),
    device: DeviceId.optional().describe("Which to stop, or whose files to keep"),
    name: z.string().max(100).optional().describe("Of a new one"),
    template: z.string().max(64).optional().describe("Of a new one; default: the virtual phone"),
    minutes: z.number().min(TOOL_LIMITS.leastTime).max(1_440).optional().describe("Lifetime of a new one; default 60"),
    snapshot: z.string().max(64).optional().describe("Whose files a new one begins with; what to call those to keep"),
  }),
  async run({ action, device, name, template, minutes, snapshot }, { devices, signal }) {
    if (action === "start") {
      const lifetimeMs = minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS);
      const wish = { name, templateId: template, lifetimeMs, snapshotName: snapshot };
      return { text: `started ${lineOf(await devices.start(wish, signal))}` };
    }
    if (action === "stop") {
      if (device === undefined) throw new ToolError("say which device to stop: devices with action list names them");
      await devices.stop(device);
      return { text: `stopped ${device}` };
    }
    if (action === "keep") {
      if (device === undefined || snapshot === undefined)
        throw new ToolError("say whose files to keep (device), and what to call them (snapshot)");
      await devices.keep(device, snapshot);
      return { text: `kept the files of ${device} as the snapshot ${snapshot}` };
    }
    const [running, snapshots] = await Promise.all([devices.list(), devices.snapshots()]);
    const lines = running.slice(0, TOOL_LIMITS.devicesListed).map(lineOf);
    if (lines.length === 0) lines.push("no device runs; start one with action start");
    const kept = snapshots.length === 0 ? [] : [`snapshots: ${snapshots.map(wordsOf).join(", ")}`];
    return { text: within([...kept, ...lines], "those that were started first") };
  },
});

/** A device with a name is shown by its name, because it may no longer exist. */
const wordsOf = ({ name, device, deviceName, template }: SnapshotSummary): string =>
  device === null ? name : `${name} (of ${deviceName === null ? device : JSON.stringify(deviceName)}, ${template})`;

const lineOf = ({ id, name, template, status, expiresAt }: DeviceSummary): string =>
  `${id}${name === null ? "" : ` ${JSON.stringify(name)}`}, ${template}, ${status}, until ${expiresAt}`;
