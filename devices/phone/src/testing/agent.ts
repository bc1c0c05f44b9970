/** An agent's access to a phone: the screen through `uiautomator dump`, and input. */
export interface AgentPhone {
  /** Returns the XML of `uiautomator dump`. */
  dump(): Promise<string>;
  tap(xPx: number, yPx: number): Promise<void>;
  /** Types into the focused field. */
  type(text: string): Promise<void>;
  press(key: "home" | "back"): Promise<void>;
  swipe(fromX: number, fromY: number, toX: number, toY: number): Promise<void>;
}

interface SeenNode {
  id: string;
  text: string;
  label: string;
  clickable: boolean;
  /** Whether it is checked or selected. */
  chosen: boolean;
  bounds: [left: number, top: number, right: number, bottom: number];
}

/** Description of an element by its text, label or id. */
export type Wanted = { text: string } | { label: string } | { id: string };

const PATIENCE_MS = 15_000;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#10": "\n" };

/** An agent that reads the dump, finds elements by text, label or id, and taps them. */
export class Agent {
  readonly #phone: AgentPhone;

  constructor(phone: AgentPhone) {
    this.#phone = phone;
  }

  async look(): Promise<SeenNode[]> {
    const xml = await this.#phone.dump();
    return [...xml.matchAll(/<node ([^>]*?)\/?>/g)].map(([, attributes = ""]) => nodeOf(attributes));
  }

  /** Retries until the element is found; throws with the current content otherwise. */
  async find(wanted: Wanted): Promise<SeenNode> {
    for (const giveUpMs = Date.now() + PATIENCE_MS; ;) {
      const nodes = await this.look();
      const found = nodes.filter((node) => matches(node, wanted));
      const best = found.find(({ clickable }) => clickable) ?? found[0];
      if (best) return best;
      if (Date.now() > giveUpMs) {
        const there = nodes.map(({ text, label, id }) => text || label || id).filter((name) => name !== "");
        throw new Error(`nothing is ${JSON.stringify(wanted)}; there is ${there.join(", ")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Scrolls down until the element is on the screen, and taps it. */
  async scrollAndTap(wanted: Wanted): Promise<void> {
    const onScreen = async (): Promise<boolean> => {
      const nodes = await this.look();
      if (nodes.some((node) => matches(node, wanted))) return true;
      const [left, top, right, bottom] = nodes[0]?.bounds ?? [0, 0, 0, 0];
      const x = (left + right) / 2;
      await this.#phone.swipe(x, top + (bottom - top) * 0.7, x, top + (bottom - top) * 0.4);
      return false;
    };
    await this.until(onScreen, (found) => found);
    await this.tap(wanted);
  }

  /** Retries until the value is as wanted; throws with the last value otherwise. */
  async until<Value>(read: () => Promise<Value>, wanted: (value: Value) => boolean): Promise<Value> {
    for (const giveUpMs = Date.now() + PATIENCE_MS; ;) {
      const value = await read();
      if (wanted(value)) return value;
      if (Date.now() > giveUpMs) throw new Error(`it stays ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async tap(wanted: Wanted): Promise<void> {
    const [left, top, right, bottom] = (await this.find(wanted)).bounds;
    await this.#phone.tap(Math.round((left + right) / 2), Math.round((top + bottom) / 2));
  }

  async write(wanted: Wanted, text: string): Promise<void> {
    await this.tap(wanted);
    await this.#phone.type(text);
  }

  press(key: "home" | "back"): Promise<void> {
    return this.#phone.press(key);
  }

  async open(app: string): Promise<void> {
    await this.press("home");
    await this.tap({ label: app });
  }
}

function nodeOf(attributes: string): SeenNode {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
    values.set(
      name,
      value.replace(/&([^;]+);/g, (whole, entity: string) => entities[entity] ?? whole),
    );
  }
  const value = (name: string) => values.get(name) ?? "";
  const [left = 0, top = 0, right = 0, bottom = 0] = value("bounds").match(/-?\d+/g)?.map(Number) ?? [];
  return {
    id: value("resource-id").split("/")[1] ?? "",
    text: value("text"),
    label: value("content-desc"),
    clickable: value("clickable") === "true",
    chosen: value("checked") === "true" || value("selected") === "true",
    bounds: [left, top, right, bottom],
  };
}

function matches(node: SeenNode, wanted: Wanted): boolean {
  if ("id" in wanted) return node.id === wanted.id;
  return "text" in wanted ? node.text === wanted.text : node.label === wanted.label;
}

/** Results of an agent's task, as read from the screen. */
export interface AgentReport {
  /** Body of the note that the search found. */
  found: string;
  /** Whether the search also showed the other note. */
  other: boolean;
  lightChosen: boolean;
  darkChosen: boolean;
  result: string;
}

/** Writes two notes, finds one by a search, changes the theme and back, and computes 12 × 34 + 5. */
export async function doAgentTask(agent: Agent): Promise<AgentReport> {
  await agent.open("Notes");
  for (const [title, body] of [
    ["Shopping list", "milk, eggs & <bread>"],
    ["Meeting", "Tuesday at noon"],
  ] as const) {
    await agent.tap({ label: "New note" });
    await agent.write({ label: "Title" }, title);
    await agent.write({ label: "Note" }, body);
    await agent.tap({ label: "Back" });
  }
  await agent.write({ label: "Search notes" }, "eggs");
  await agent.find({ text: "Shopping list" });
  const other = (await agent.look()).some(({ text }) => text === "Meeting");
  await agent.tap({ text: "Shopping list" });
  const found = (await agent.find({ label: "Note" })).text;
  await agent.tap({ label: "Back" });

  const lightChosen = await chooseTheme(agent, "Light");
  const darkChosen = await chooseTheme(agent, "Dark");

  await agent.open("Calculator");
  for (const id of ["clr", "digit_1", "digit_2", "op_mul", "digit_3", "digit_4", "op_add", "digit_5", "eq"]) {
    await agent.tap({ id });
  }
  const result = (await agent.find({ id: "formula" })).text;
  return { found, other, lightChosen, darkChosen, result };
}

/** Chooses a theme in Settings; resolves when the screen shows it as chosen. */
async function chooseTheme(agent: Agent, theme: "Light" | "Dark"): Promise<boolean> {
  await agent.open("Settings");
  await agent.scrollAndTap({ label: "Display" });
  await agent.tap({ label: theme });
  const giveUpMs = Date.now() + PATIENCE_MS;
  let chosen = false;
  while (!chosen && Date.now() < giveUpMs) chosen = (await agent.find({ label: theme })).chosen;
  await agent.tap({ label: "Back" });
  return chosen;
}
