import { z } from "zod";
import type { DeviceSummary, SnapshotSummary, TemplateSummary } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { cut } from "../screen/cut.ts";
import { within } from "../screen/lines.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId } from "./tool.ts";

const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = 60;

const Device = z.object({
  id: z.string(),
  name: z.string().nullable(),
  template: z.string(),
  status: z.string(),
  expiresAt: z.string(),
});
const Output = z.object({
  devices: z.array(Device),
  templates: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })).optional(),
  snapshots: z.array(z.string()).optional(),
});

export const devicesTool = defineTool({
  name: "devices",
  title: "Start, list and stop devices",
  description:
    "Android phones and Linux, browser and desktop sandboxes of your team. list: running devices, templates and snapshots. start: a new device, ready when the call returns; it ends after its minutes. extend: lets it run for at least its minutes from now. stop: ends it and deletes its data. keep: saves the files of a Linux sandbox's home as a snapshot for new ones.",
  effect: "destroys",
  time: { ms: TOOL_LIMITS.startMs + TOOL_LIMITS.graceMs, advice: "check with action list" },
  input: z.strictObject({
    action: z.enum(["list", "start", "extend", "stop", "keep"]),
    device: DeviceId.optional().describe("Id or name, for extend, stop and keep"),
    name: z.string().max(100).optional().describe("For start"),
    template: z.string().max(100).optional().describe("For start: id or name; default: the virtual phone"),
    minutes: z
      .number()
      .min(TOOL_LIMITS.leastTime)
      .max(1_440)
      .optional()
      .describe(`For start and extend; default ${DEFAULT_MINUTES}`),
    snapshot: z
      .string()
      .max(64)
      .optional()
      .describe("For start: files to start with; for keep: name of the new snapshot"),
    seed: z.string().max(128).optional().describe("For start of a phone: makes its ids and random values repeatable"),
    clock: z
      .string()
      .max(64)
      .optional()
      .describe("For start of a phone: first time and speed, 2026-03-04T09:41:00Z@0; 0: passes only with actions"),
  }),
  output: Output,
  async run({ action, device, name, template, minutes, snapshot, seed, clock }, { devices, signal, progress }) {
    const lifetimeMs = minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS);
    const answer = (verb: string, summary: DeviceSummary) => ({
      text: `${verb} ${lineOf(summary)}`,
      data: { devices: [summary] },
    });
    switch (action) {
      case "start": {
        const templateId = template === undefined ? undefined : await templateFor(template, devices);
        progress("starting the device");
        const wish = { name, templateId, lifetimeMs, snapshotName: snapshot, seed, clock };
        return answer("started", await devices.start(wish, signal));
      }
      case "extend":
        if (device === undefined) throw new ToolError("extend needs a device; action list shows them");
        return answer("extended", await devices.extend(device, lifetimeMs ?? DEFAULT_MINUTES * MINUTE_MS));
      case "stop":
        if (device === undefined) throw new ToolError("stop needs a device; action list shows them");
        await devices.stop(device);
        return { text: `stopped ${device}`, data: { devices: [] } };
      case "keep":
        if (device === undefined || snapshot === undefined)
          throw new ToolError("keep needs device and snapshot (a name for the files)");
        progress("saving the files");
        await devices.keep(device, snapshot);
        return {
          text: `saved the files of ${device} as snapshot ${snapshot}`,
          data: { devices: [], snapshots: [snapshot] },
        };
      case "list": {
        const lists = await Promise.all([devices.list(), devices.snapshots(), devices.templates()]);
        return listed(...lists);
      }
    }
  },
});

function listed(all: DeviceSummary[], snapshots: SnapshotSummary[], templates: TemplateSummary[]) {
  const running = all.slice(0, TOOL_LIMITS.devicesListed);
  const lines = running.map(lineOf);
  if (lines.length === 0) lines.push("no device is running; start one with action start");
  const offered = templates.map(({ id, name, about }) => `${id} (${cut(name, 40)}: ${cut(about, 80)})`);
  const text = within(
    [
      ...(offered.length === 0 ? [] : [`templates: ${offered.join(", ")}`]),
      ...(snapshots.length === 0 ? [] : [`snapshots: ${snapshots.map(wordsOf).join(", ")}`]),
      ...lines,
    ],
    "those started first",
  );
  return { text, data: { devices: running, templates, snapshots: snapshots.map(({ name }) => name) } };
}

/** Returns the id of a template by its id or name. Other ids are left to the server, which says what is wrong. */
async function templateFor(wanted: string, devices: { templates(): Promise<TemplateSummary[]> }): Promise<string> {
  const templates = await devices.templates();
  const isAlike = (name: string) => name.toLowerCase() === wanted.toLowerCase();
  const found = templates.filter(({ id, name }) => id === wanted || isAlike(name));
  const [first, second] = found;
  if (first && second)
    throw new ToolError(
      `several templates are called ${JSON.stringify(wanted)}: ${found.map(({ id }) => id).join(", ")}`,
    );
  if (first) return first.id;
  if (wanted.startsWith("tpl_")) return wanted;
  const there = templates.map(({ id, name }) => `${id} (${cut(name, 40)})`).join(", ");
  throw new ToolError(`no template is called ${JSON.stringify(wanted)}; there is ${there}`);
}

/** A device with a name is shown by its name, because it may no longer exist. */
const wordsOf = ({ name, device, deviceName, template }: SnapshotSummary): string =>
  device === null ? name : `${name} (of ${deviceName === null ? device : quoted(deviceName)}, ${template})`;

const lineOf = ({ id, name, template, status, expiresAt }: DeviceSummary): string =>
  `${id}${name === null ? "" : ` ${quoted(name)}`}, ${cut(template, 60)}, ${status}, until ${expiresAt}`;

const quoted = (name: string): string => JSON.stringify(cut(name, 100));
