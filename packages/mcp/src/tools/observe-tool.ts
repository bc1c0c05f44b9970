import { cutText, cutTextToBytes } from "@terrarium/bounds/cut-text";
import { z } from "zod";
import { TOOL_LIMITS } from "../limits.ts";
import { tabLines } from "../screen/around-lines.ts";
import { readScreen } from "../screen/elements.ts";
import { describeScreen } from "../screen/lines.ts";
import type { Screen } from "../screen/screen.ts";
import { messageOf } from "../tool-error.ts";
import { defineTool, DeviceId, Seen } from "./tool.ts";

export const observeTool = defineTool({
  name: "observe",
  title: "See the screen",
  description: [
    "Returns the screen of a phone, a browser or a desktop as text: the app, page or window in front, then one element per line from the top. A number can be used in act while its element stays in place; lines with - can only be read. Content beyond the edges of the screen follows.",
    'act returns the changes of its steps: observe again only if something changes by itself. If nothing changed since you saw the screen in this session, the answer is "unchanged"; full shows it.',
    "page: for a browser, returns the complete front page as Markdown instead, including content not scrolled to; read long pages in parts with from.",
  ].join("\n"),
  effect: "reads",
  input: z.strictObject({
    device: DeviceId,
    seen: Seen,
    full: z.boolean().optional().describe("Shows the complete screen even if unchanged"),
    ids: z.boolean().optional().describe("Adds id and class to each line, as act takes them"),
    page: z.boolean().optional().describe("The page in front as Markdown"),
    tabs: z.boolean().optional().describe("Lists the browser's tabs too"),
    from: z
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe("With page: first character to return"),
    picture: z.boolean().optional().describe("Adds a screenshot; costs far more than the text"),
  }),
  async run(
    { device, seen: mark, full = false, ids = false, page = false, tabs = false, from, picture = false },
    { devices, seen, session },
  ) {
    if (page) return { text: partOf(await devices.page(device), from) };
    let screen: Screen;
    try {
      const [roots, front] = await Promise.all([devices.screen(device), devices.front(device)]);
      screen = readScreen(roots, front);
    } catch (error) {
      if (!picture) throw error;
      const text = `the elements of the screen could not be read: ${messageOf(error)}`;
      return { text, png: await devices.picture(device) };
    }
    const isKnown = !full && !ids && seen.has(session, device, screen, mark);
    // The agent may no longer remember the screen, and must learn how to see it.
    const shown = isKnown ? "unchanged; full shows it" : describeScreen(screen, { ids });
    const text = [shown, ...(tabs ? tabLines(screen.around) : [])].join("\n");
    const answer = { text, shown: { device, screen } };
    return picture ? { ...answer, png: await devices.picture(device) } : answer;
  },
});

/** Returns as much of a text, from a character on, as fits an answer, and the position of the rest. */
function partOf(text: string, from: number): string {
  const room = TOOL_LIMITS.answerBytes - 200;
  const part = cutTextToBytes(cutText(text.slice(from), room), room);
  const left = text.length - from - part.length;
  return left <= 0
    ? part || "nothing more"
    : `${part}\n… ${left} more characters: continue with from ${from + part.length}`;
}
