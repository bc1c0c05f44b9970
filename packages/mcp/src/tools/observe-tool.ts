import { z } from "zod";
import { readScreen } from "../screen/elements.ts";
import { describeScreen } from "../screen/lines.ts";
import { defineTool, DeviceId } from "./tool.ts";

export const observeTool = defineTool({
  name: "observe",
  title: "See the screen",
  description: [
    "What is on the screen, as text: the app in front, then one element a line from the top. A line with a number can be touched by that number in act, for as long as the element stays where it is; a line with - is only there to be read. Then what the app has beyond the edges of the screen.",
    'act tells what its steps changed: look again only if something happens by itself. If nothing changed since you last saw it, the answer is "unchanged".',
  ].join("\n"),
  isReadOnly: true,
  input: z.strictObject({
    device: DeviceId,
    full: z.boolean().optional().describe("Shows all of it again even if it is unchanged"),
    picture: z.boolean().optional().describe("Adds a screenshot; costs far more than the text"),
  }),
  async run({ device, full = false, picture = false }, { devices, seen, viewer }) {
    const screen = readScreen(await devices.screen(device));
    const isKnown = seen.has(viewer, device, screen);
    seen.note(viewer, device, screen);
    const text = isKnown && !full ? "unchanged" : describeScreen(screen);
    return picture ? { text, png: await devices.picture(device) } : { text };
  },
});
