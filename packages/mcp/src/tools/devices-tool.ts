import { z } from "zod";
import type { DeviceSummary } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { within } from "../screen/lines.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, DeviceId } from "./tool.ts";

const MINUTE_MS = 60_000;

export const devicesTool = defineTool({
  name: "devices",
  title: "Start, list and stop devices",
  description:
    "Android phones and Linux sandboxes of your team: templates tpl_phone, tpl_linux (a shell alone), tpl_browser (Chromium), tpl_desktop (XFCE, also Chromium). list: those that run. start: a new one, ready when this answers; it ends by itself after its minutes. stop: ends it and removes all that is on it.",
  isReadOnly: false,
  input: z.strictObject({
    action: z.enum(["list", "start", "stop"]),
    device: DeviceId.optional().describe("Which to stop"),
    name: z.string().max(100).optional().describe("Of a new one"),
    template: z.string().max(64).optional().describe("Of a new one; default: the virtual phone"),
    minutes: z.number().positive().max(1_440).optional().describe("Lifetime of a new one; default 60"),
  }),
  async run({ action, device, name, template, minutes }, { devices }) {
    if (action === "start") {
      const lifetimeMs = minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS);
      return { text: `started ${lineOf(await devices.start({ name, templateId: template, lifetimeMs }))}` };
    }
    if (action === "stop") {
      if (device === undefined) throw new ToolError("say which device to stop: devices with action list names them");
      await devices.stop(device);
      return { text: `stopped ${device}` };
    }
    const running = await devices.list();
    if (running.length === 0) return { text: "no device runs; start one with action start" };
    return { text: within(running.slice(0, TOOL_LIMITS.devicesListed).map(lineOf)) };
  },
});

const lineOf = ({ id, name, template, status, expiresAt }: DeviceSummary): string =>
  `${id}${name === null ? "" : ` ${JSON.stringify(name)}`}, ${template}, ${status}, until ${expiresAt}`;
