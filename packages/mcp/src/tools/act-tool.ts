import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { describeChanges } from "../screen/changes.ts";
import { describeScreen } from "../screen/lines.ts";
import type { Screen } from "../screen/screen.ts";
import { messageOf } from "../tool-error.ts";
import { Step } from "./act-steps.ts";
import { Hand } from "./hand.ts";
import { defineTool, DeviceId } from "./tool.ts";

/** The remaining time of a call is for reading the final screen. */
const STEPS_MS = TOOL_LIMITS.callMs - TOOL_LIMITS.graceMs;

export const actTool = defineTool({
  name: "act",
  title: "Use the screen",
  description: [
    "Runs steps in order and returns the changes on the screen. Stops at the first failing step and names it. Put all steps you already know into one call.",
    'Steps: {tap}, {type, into, clear, enter}, {press}, {open}, {scroll, until}, {swipe}, {wait}. Example: [{"open":"Contacts"},{"tap":"New contact"},{"type":"Ada","into":"Name"},{"tap":"Save"}].',
    "Name an element by its number, its words (complete or in part), {text, id, class, index}, or {x, y}. Numbers are those of the screen you saw; one whose element moved or disappeared is rejected. After a step that changes the screen, use words: act waits up to two seconds for them.",
  ].join("\n"),
  isReadOnly: false,
  input: z.strictObject({ device: DeviceId, steps: z.array(Step).min(1).max(TOOL_LIMITS.steps) }),
  async run({ device, steps }, { devices, seen, viewer, signal, report }) {
    const timeout = AbortSignal.timeout(STEPS_MS);
    const ended = AbortSignal.any([signal, timeout]);
    const hand = new Hand(devices, device, ended);
    // Keys, links and points work without the screen. A step that needs the screen fails by itself if it cannot be
    // read.
    let unread: unknown;
    const before = await hand.look().catch((error: unknown) => void (unread = error));
    const isKnown = before !== undefined && seen.has(viewer, device, before);
    const done: string[] = [];
    const soFar = () => (done.length === 0 ? [] : [`done: ${done.join("; ")}`]);
    let failure: string | undefined;
    for (const step of steps) {
      const which = `step ${done.length + 1} of ${steps.length}`;
      report([...soFar(), `${which} was running and may be done`].join("\n"));
      try {
        ended.throwIfAborted();
        done.push(await hand.take(step));
      } catch (error) {
        // A failure that would affect every step, such as a missing device, is not attributed to one step.
        if (unread !== undefined && done.length === 0 && messageOf(error) === messageOf(unread)) throw error;
        failure = `${which} failed: ${timeout.aborted ? `the limit of ${STEPS_MS / 1_000} s for all steps was reached` : messageOf(error)}`;
        break;
      }
    }
    const said = [
      ...soFar(),
      ...(failure === undefined ? [] : [failure]),
      ...(failure === undefined || done.length + 1 >= steps.length ? [] : ["the following steps were not run"]),
    ];
    report(said.join("\n"));
    const isError = failure !== undefined;
    let after: Screen;
    try {
      after = await (before ? hand.settle(before) : hand.look());
    } catch (error) {
      return { text: [...said, `the screen could not be read: ${messageOf(error)}`].join("\n"), isError };
    }
    const screen = before && isKnown ? describeChanges(before, after) : `screen now: ${describeScreen(after)}`;
    return { text: [...said, screen].join("\n"), isError, shown: { device, screen: after } };
  },
});
