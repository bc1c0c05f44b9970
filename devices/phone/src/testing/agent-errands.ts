import type { Agent } from "./agent.ts";

/** Texts that the agent read from the screen during its errands. */
export interface ErrandsReport {
  sent: string;
  alarm: string;
  renamedIn: string[];
  larger: string;
  inChinese: string;
  product: string;
  refused: string;
  fromRecents: string;
  found: string;
}

/** Keys for errands, in addition to home and back. */
export interface ErrandKeys {
  recents(): Promise<void>;
  enter(): Promise<void>;
  /** Clears the focused field. */
  clearField(): Promise<void>;
  /** Long-presses the middle of an element. */
  longPress(bounds: readonly [left: number, top: number, right: number, bottom: number]): Promise<void>;
}

/** Uses all apps, one after another, and finds all elements through the dump alone. */
export async function doErrands(agent: Agent, keys: ErrandKeys): Promise<ErrandsReport> {
  await makeContact(agent, "Ada Lovelace", "5550100");
  const sent = await messageContact(agent, "Hello Ada, lunch at noon?");
  const alarm = await setAlarm(agent, "Leave for lunch");
  await takeScreenshot(agent);
  const renamedIn = await renameScreenshot(agent, keys, "garden.png");
  const larger = await growFont(agent);
  const inChinese = await thereAndBack(agent);
  const product = await multiply(agent);
  const refused = await visit(agent, keys, "https://example.com/");
  const fromRecents = await returnToCalculator(agent, keys);
  const found = await findNoteByHomeSearch(agent, "Packing list");
  return { sent, alarm, renamedIn, larger, inChinese, product, refused, fromRecents, found };
}

async function makeContact(agent: Agent, name: string, number: string): Promise<void> {
  await agent.open("Contacts");
  await agent.tap({ label: "New contact" });
  await agent.write({ label: "Name" }, name);
  await agent.write({ label: "Phone" }, number);
  await agent.tap({ label: "Save" });
  await agent.find({ text: name });
}

/** Sends a message from the contact's page; returns the bubble in the conversation. */
async function messageContact(agent: Agent, text: string): Promise<string> {
  await agent.tap({ label: "Message" });
  await agent.write({ id: "compose" }, text);
  await agent.tap({ id: "send" });
  return (await agent.find({ text })).text;
}

/** Sets an alarm an hour later than proposed, on workdays; returns the text below its time in the list. */
async function setAlarm(agent: Agent, label: string): Promise<string> {
  await agent.open("Clock");
  await agent.tap({ label: "New alarm" });
  await agent.tap({ label: "Hour up" });
  for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri"]) await agent.tap({ label: day });
  await agent.write({ id: "label" }, label);
  await agent.tap({ id: "save" });
  return startingWith(agent, label);
}

/** Waits for a text with this beginning, and returns the first on the screen. */
async function startingWith(agent: Agent, beginning: string): Promise<string> {
  const read = async () => (await agent.look()).find(({ text }) => text.startsWith(beginning))?.text;
  return (await agent.until(read, (text) => text !== undefined)) ?? "";
}

/** Uses the gallery's button; the screenshot then appears there. */
async function takeScreenshot(agent: Agent): Promise<void> {
  await agent.open("Gallery");
  await agent.tap({ label: "Take a screenshot" });
  await agent.find({ id: "picture" });
}

/** Finds the file by name, renames it, and returns the image names in the gallery. */
async function renameScreenshot(agent: Agent, keys: ErrandKeys, name: string): Promise<string[]> {
  await agent.open("Files");
  await agent.tap({ label: "Pictures" });
  await agent.tap({ label: "Screenshots" });
  await keys.longPress((await agent.find({ id: "entry" })).bounds);
  await agent.tap({ label: "More options" });
  await agent.tap({ label: "Rename" });
  await agent.find({ id: "dialog_title" });
  await keys.clearField();
  await agent.write({ id: "name" }, name);
  await agent.tap({ id: "confirm" });
  await agent.find({ label: name });
  await agent.open("Gallery");
  await agent.find({ label: `Picture ${name}` });
  return (await agent.look()).filter(({ id }) => id === "picture").map(({ label }) => label);
}

/** Increases the font size in Settings by one step and back; returns the text shown in between. */
async function growFont(agent: Agent): Promise<string> {
  await agent.open("Settings");
  await agent.scrollAndTap({ label: "Display" });
  const before = (await agent.find({ id: "font_scale" })).label;
  await agent.tap({ id: "font_larger" });
  const after = await agent.until(
    async () => (await agent.find({ id: "font_scale" })).label,
    (label) => label !== before,
  );
  await agent.tap({ id: "font_smaller" });
  await agent.until(
    async () => (await agent.find({ id: "font_scale" })).label,
    (label) => label === before,
  );
  await agent.tap({ label: "Back" });
  return after;
}

/** Switches to Chinese and back, finding each language by its own name; returns the page's title in Chinese. */
async function thereAndBack(agent: Agent): Promise<string> {
  await agent.scrollAndTap({ label: "Language" });
  await agent.tap({ label: "简体中文" });
  const title = await agent.until(
    async () => (await agent.find({ id: "title" })).text,
    (text) => text !== "Language",
  );
  await agent.tap({ label: "English (United States)" });
  await agent.find({ text: "Language" });
  await agent.tap({ label: "Back" });
  return title;
}

async function multiply(agent: Agent): Promise<string> {
  await agent.open("Calculator");
  for (const id of ["clr", "digit_9", "digit_7", "op_mul", "digit_8", "digit_6", "eq"]) await agent.tap({ id });
  return (await agent.find({ id: "formula" })).text;
}

/** Returns the browser's error message for a page that it does not show. */
async function visit(agent: Agent, keys: ErrandKeys, address: string): Promise<string> {
  await agent.open("Browser");
  await agent.tap({ id: "search" });
  await agent.write({ id: "address_input" }, address);
  await keys.enter();
  return startingWith(agent, "ERR_");
}

async function returnToCalculator(agent: Agent, keys: ErrandKeys): Promise<string> {
  await keys.recents();
  await agent.find({ id: "overview_panel" });
  await agent.tap({ label: "Calculator" });
  return (await agent.find({ id: "formula" })).text;
}

/** Opens Notes through the home screen's search instead of its icon, writes a note and reads it in the list. */
async function findNoteByHomeSearch(agent: Agent, title: string): Promise<string> {
  await agent.press("home");
  await agent.tap({ id: "search_container" });
  await agent.write({ id: "search_box_input" }, "note");
  await agent.tap({ label: "Notes" });
  await agent.tap({ label: "New note" });
  await agent.write({ label: "Title" }, title);
  await agent.tap({ label: "Back" });
  return (await agent.find({ text: title })).text;
}
