import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { describeChanges } from "../screen/changes.ts";
import { describeScreen } from "../screen/lines.ts";
import { Step } from "./act-steps.ts";
import { Hand } from "./hand.ts";
import { defineTool, DeviceId } from "./tool.ts";

export const actTool = defineTool({
  name: "act",
  title: "Use the screen",
  description: [
    "Does one step after another and tells what changed on the screen; stops at the first step that fails and says which. Put all that you know you will do into one call.",
    'Steps: {tap}, {type, into, clear, enter}, {press}, {open}, {scroll, until}, {swipe}, {wait}. Example: [{"open":"Contacts"},{"tap":"New contact"},{"type":"Ada","into":"Name"},{"tap":"Save"}].',
    "An element is named by its number, by the words on it (in full or in part), by {text, id, class, index}, or by {x, y}. Numbers are those of the screen that you saw: what has gone or moved since is refused. After a step that changes the screen, name by words: those are waited for up to two seconds.",
  ].join("\n"),
  isReadOnly: false,
  input: z.strictObject({ device: DeviceId, steps: z.array(Step).min(1).max(TOOL_LIMITS.steps) }),
  async run({ device, steps }, { devices, seen, viewer, signal }) {
    const hand = new Hand(devices, device, signal);
    const before = await hand.look();
    const isKnown = seen.has(viewer, device, before);
    const done: string[] = [];
    let failure: string | undefined;
    for (const step of steps) {
      try {
        signal.throwIfAborted();
        done.push(await hand.take(step));
      } catch (error) {
        failure = `step ${done.length + 1} of ${steps.length} failed: ${error instanceof Error ? error.message : String(error)}`;
        break;
      }
    }
    const after = await hand.settle(before);
    seen.note(viewer, device, after);
    const said = [
      ...(done.length === 0 ? [] : [`done: ${done.join("; ")}`]),
      ...(failure === undefined ? [] : [failure]),
      ...(failure === undefined || done.length + 1 >= steps.length ? [] : ["the steps after it were not tried"]),
      isKnown ? describeChanges(before, after) : `screen now: ${describeScreen(after)}`,
    ];
    return { text: said.join("\n"), isError: failure !== undefined };
  },
});
