import type { ErrandAgent, Step, Target } from "./errand.ts";
import type { ToolCaller } from "./mcp-agent.ts";

/** An element in mobile-mcp's listing. */
interface Listed {
  text: string | undefined;
  label: string | undefined;
  id: string | undefined;
  middle: { x: number; y: number };
}

const LISTING = "One element per line:";
const FAILED = /^Step \d+ \(\w+\) failed: /m;
/** Starts above a keyboard: swipes from the middle would start on it. */
const SWIPE = { direction: "up", x: 360, y: 640, distance: 400 };
const LOOKS = 60;
const PAUSE_MS = 250;

/**
 * Creates an agent that uses mobile-mcp with as few calls as possible. Actions on listed elements are sent in one call,
 * which also lists the resulting screen.
 */
export function createMobileMcpAgent(tools: ToolCaller, device: string): ErrandAgent {
  /** Last listing; undefined after the screen changed. */
  let seen: { told: string; elements: Listed[] } | undefined;
  let planned: { name: string; arguments: Record<string, unknown> }[] = [];

  const plan = (name: string, args: Record<string, unknown>): void =>
    void planned.push({ name: `mobile_${name}`, arguments: args });

  /** Runs the planned actions, and reads the screen if it is not known. */
  async function look() {
    if (seen && planned.length === 0) return seen;
    const steps = planned;
    planned = [];
    const { answer: told } = await (steps.length === 0
      ? tools.call("mobile_list_elements_on_screen", { device })
      : tools.call("mobile_batch_commands", { device, steps, listElementsAtEnd: true }));
    if (FAILED.test(told) || !told.includes(LISTING)) throw new Error(told);
    return (seen = { told, elements: readListing(told) });
  }

  /**
   * Returns an element from the last listing, or waits for it after the planned actions. Rejects with the current
   * screen.
   */
  const locate = async (target: Target): Promise<Listed> =>
    (seen && find(seen.elements, target)) ?? (await until(target, pause));

  async function until(target: Target, between: () => void | Promise<void>): Promise<Listed> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const found = find((await look()).elements, target);
      if (found) return found;
      await between();
    }
    throw new Error(`${JSON.stringify(target)} did not show: ${(await look()).told}`);
  }

  async function pause(): Promise<void> {
    seen = undefined;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  /** Plans an action that changes the screen. */
  function leave(name: string, args: Record<string, unknown>): void {
    plan(name, args);
    seen = undefined;
  }

  async function take(step: Step): Promise<void> {
    if ("open" in step) {
      if (step.open.includes(":")) return leave("open_url", { url: step.open });
      return leave("launch_app", { packageName: `com.terrarium.${step.open.toLowerCase()}` });
    }
    if ("tap" in step) {
      // An opened keyboard has moved the elements.
      if (planned.some(({ name }) => name === "mobile_type_keys")) await look();
      const { middle: at } = await locate(step.tap);
      if (step.hold === undefined) return plan("click_on_screen_at_coordinates", at);
      return plan("long_press_on_screen_at_coordinates", { ...at, duration: step.hold });
    }
    if ("type" in step) {
      if (step.into !== undefined) {
        const { middle, text = "" } = await locate(step.into);
        plan("click_on_screen_at_coordinates", middle);
        // mobile-mcp has no key that clears a field.
        if (step.clear) for (const _ of text) plan("press_button", { button: "BACKSPACE" });
      }
      return plan("type_keys", { text: step.type, submit: step.enter ?? false });
    }
    if ("press" in step) return leave("press_button", { button: step.press.toUpperCase() });
    if ("scroll" in step) await until(step.until, () => leave("swipe_on_screen", SWIPE));
    else await until(step.wait, pause);
  }

  return {
    async do(...steps) {
      for (const step of steps) await take(step);
      return (await look()).told;
    },
  };
}

/** Parses a listing with lines like `@e4 Button label="Save" id="a:id/save" at=10,20 size=30x40`. */
function readListing(told: string): Listed[] {
  return told.split("\n").flatMap((line) => {
    const [, x, y, width, height] = /^@\w+ .* at=(-?\d+),(-?\d+) size=(\d+)x(\d+)/.exec(line)?.map(Number) ?? [];
    if (x === undefined || y === undefined || width === undefined || height === undefined) return [];
    const field = (name: string): string | undefined => {
      const [, quoted] = new RegExp(` ${name}=("(?:[^"\\\\]|\\\\.)*")`).exec(line) ?? [];
      return quoted === undefined ? undefined : String(JSON.parse(quoted));
    };
    const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
    return [{ text: field("text"), label: field("label"), id: field("id"), middle }];
  });
}

function find(elements: readonly Listed[], target: Target): Listed | undefined {
  if (typeof target === "string") return elements.find(({ text, label }) => text === target || label === target);
  const { text: words, id: wanted, index = 0 } = target;
  return elements.filter(
    ({ text, label, id }) =>
      (words === undefined || text === words || label === words) &&
      (wanted === undefined || id === wanted || id?.endsWith(`/${wanted}`) === true),
  )[index];
}
