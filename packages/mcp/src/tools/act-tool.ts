import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { downloadLines, placeOf } from "../screen/around-lines.ts";
import { describeChanges } from "../screen/changes.ts";
import { describeScreen } from "../screen/lines.ts";
import type { Screen } from "../screen/screen.ts";
import { messageOf } from "../tool-error.ts";
import { Step } from "./act-steps.ts";
import { Hand } from "./hand.ts";
import { defineTool, DeviceId, Seen } from "./tool.ts";

/** The remaining time of a call is for reading the final screen. */
const STEPS_MS = TOOL_LIMITS.callMs - TOOL_LIMITS.graceMs;

export const actTool = defineTool({
  name: "act",
  title: "Use the screen",
  description: [
    "Runs steps in order and returns the changes on the screen. Stops at the first failing step and names it. Put all steps you already know into one call.",
    'Steps: {tap}, {type, into, clear, enter}, {press}, {open}, {tab}, {upload, into}, {scroll, until}, {swipe}, {wait}. Example: [{"open":"Contacts"},{"tap":"New contact"},{"type":"Ada","into":"Name"},{"tap":"Save"}].',
    "Name an element by its number, its words (a line or any part of it), {text, id, class, index}, or {x, y}. index counts the matches that can be touched, from 1. Numbers are those of the screen you saw; one whose element moved or disappeared is rejected. After a step that changes the screen, use words: act waits up to two seconds for them, then hides the keyboard and scrolls to find them.",
  ].join("\n"),
  effect: "destroys",
  input: z.strictObject({ device: DeviceId, steps: z.array(Step).min(1).max(TOOL_LIMITS.steps), seen: Seen }),
  async run({ device, steps, seen: mark }, { devices, seen, session, signal, report, progress }) {
    const timeout = AbortSignal.timeout(STEPS_MS);
    const ended = AbortSignal.any([signal, timeout]);
    const hand = new Hand(devices, device, ended);
    // Keys, links and points work without the screen. A step that needs the screen fails by itself if it cannot be
    // read.
    let unread: unknown;
    const before = await hand.look().catch((error: unknown) => void (unread = error));
    const isKnown = before !== undefined && seen.has(session, device, before, mark);
    const done: string[] = [];
    const soFar = () => (done.length === 0 ? [] : [`done: ${done.join("; ")}`]);
    let failure: string | undefined;
    for (const step of steps) {
      const which = `step ${done.length + 1} of ${steps.length}`;
      report([...soFar(), `${which} was running and may be done`].join("\n"));
      try {
        ended.throwIfAborted();
        const said = await hand.take(step);
        done.push(said);
        progress(said, { done: done.length, total: steps.length });
      } catch (error) {
        // A failure that would affect every step, such as a missing device, is not attributed to one step.
        if (unread !== undefined && done.length === 0 && messageOf(error) === messageOf(unread)) throw error;
        const why = timeout.aborted ? `the limit of ${STEPS_MS / 1_000} s for all steps was reached` : messageOf(error);
        failure = `${which} failed: ${why}`;
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
    const downloads = before ? downloadLines(before.around, after.around) : [];
    const screen = before && isKnown ? describeChanges(before, after) : `screen now: ${describeScreen(after)}`;
    const place = isError && !screen.startsWith("screen now: ") ? [`in front: ${placeOf(after)}`] : [];
    return { text: [...said, ...downloads, ...place, screen].join("\n"), isError, shown: { device, screen: after } };
  },
});
