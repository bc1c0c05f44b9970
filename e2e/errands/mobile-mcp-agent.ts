import { z } from "zod";
import type { ErrandAgent, Step, Target } from "./errand.ts";
import type { ToolCaller } from "./mcp-agent.ts";

const Elements = z.array(
  z.object({
    text: z.string().nullish(),
    label: z.string().nullish(),
    identifier: z.string().nullish(),
    coordinates: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  }),
);
type Listed = { told: string; elements: z.output<typeof Elements> };

const LISTING = "Found these elements on screen: ";
const LOOKS = 20;
const PAUSE_MS = 250;

/** An agent that uses mobile-mcp: it lists what is on the screen whenever it has to know what that is. */
export function createMobileMcpAgent(tools: ToolCaller, device: string): ErrandAgent {
  /** As it was listed last; undefined: something was done since. */
  let listed: Listed | undefined;

  async function act(name: string, input: Record<string, unknown>): Promise<void> {
    listed = undefined;
    const { answer, isError } = await tools.call(`mobile_${name}`, { device, ...input });
    if (isError) throw new Error(answer);
  }

  async function look(): Promise<Listed> {
    if (listed) return listed;
    const { answer: told } = await tools.call("mobile_list_elements_on_screen", { device });
    if (!told.startsWith(LISTING)) throw new Error(told);
    return (listed = { told, elements: Elements.parse(JSON.parse(told.slice(LISTING.length))) });
  }

  /** Where the middle of something is. Rejects with what is listed instead. */
  async function placeOf(target: Target) {
    const { told, elements } = await look();
    const found = elements.filter((element) => fits(element, target));
    const element = found[typeof target === "object" ? (target.index ?? 0) : 0];
    if (!element) throw new Error(`nothing is ${JSON.stringify(target)}: ${told}`);
    const { x, y, width, height } = element.coordinates;
    return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
  }

  async function untilShown(words: string, between: () => Promise<void>): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if ((await look()).elements.some((element) => fits(element, words))) return;
      await between();
    }
    throw new Error(`${JSON.stringify(words)} did not show`);
  }

  async function take(step: Step): Promise<void> {
    if ("open" in step) {
      if (step.open.includes(":")) return act("open_url", { url: step.open });
      return act("launch_app", { packageName: `com.terrarium.${step.open.toLowerCase()}` });
    }
    if ("tap" in step) {
      const at = await placeOf(step.tap);
      if (step.hold === undefined) return act("click_on_screen_at_coordinates", at);
      return act("long_press_on_screen_at_coordinates", { ...at, duration: step.hold });
    }
    if ("type" in step) {
      if (step.clear) throw new Error("mobile-mcp has no key that empties a field");
      if (step.into !== undefined) await act("click_on_screen_at_coordinates", await placeOf(step.into));
      return act("type_keys", { text: step.type, submit: step.enter ?? false });
    }
    if ("press" in step) return act("press_button", { button: step.press.toUpperCase() });
    if ("scroll" in step) return untilShown(step.until, () => act("swipe_on_screen", { direction: "up" }));
    return untilShown(step.wait, async () => {
      listed = undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    });
  }

  return {
    async do(...steps) {
      for (const step of steps) await take(step);
      return (await look()).told;
    },
  };
}

function fits({ text, label, identifier }: z.output<typeof Elements>[number], target: Target): boolean {
  if (typeof target === "string") return text === target || label === target;
  const { text: words, id } = target;
  const isCalled = words === undefined || text === words || label === words;
  return isCalled && (id === undefined || identifier === id || identifier?.endsWith(`/${id}`) === true);
}
