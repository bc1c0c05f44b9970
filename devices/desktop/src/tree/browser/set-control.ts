import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { areaOf, type Bounds } from "@terrarium/ui-tree/bounds";
import * as z from "zod";
import { textOf } from "./controls.ts";
import type { PageFrame } from "./page-frame.ts";

/** A control of a page that takes a value. */
interface Control {
  frame: PageFrame;
  backendNodeId: number;
}

interface Point {
  x: number;
  y: number;
}

const World = z.object({ executionContextId: z.number() });
const Resolved = z.object({ object: z.object({ objectId: z.string() }) });
const Called = z.object({
  result: z.object({ value: z.union([z.object({ value: z.string() }), z.object({ error: z.string() })]).optional() }),
});
/** Name of the script context that a page cannot change. */
const WORLD_NAME = "terrarium";
/** Roles of elements that take a value without the keyboard. */
const SETTABLE = new Set("combobox listbox option slider Date DateTime InputTime ColorWell".split(" "));
const CALL_MS = 3_000;

/**
 * Sets the value of the control at a point of the screen, such as a list, a date or a slider, and fires the events of a
 * user's choice. Returns the value that the control has now. Rejects with NotSet for a value that it does not accept.
 */
export async function setControlAt(
  page: DevToolsConnection,
  root: PageFrame,
  at: Point,
  text: string,
): Promise<string> {
  const control = controlAt(root, at);
  if (!control) throw new NotSet("no list, slider, date, time or color field is there");
  const { frame, backendNodeId } = control;
  const on = { sessionId: frame.sessionId, timeoutMs: CALL_MS };
  const { executionContextId } = await page.call(
    World,
    "Page.createIsolatedWorld",
    { frameId: frame.id, worldName: WORLD_NAME },
    on,
  );
  const { object } = await page.call(Resolved, "DOM.resolveNode", { backendNodeId, executionContextId }, on);
  const { result } = await page.call(
    Called,
    "Runtime.callFunctionOn",
    { functionDeclaration: SET_VALUE, objectId: object.objectId, arguments: [{ value: text }], returnByValue: true },
    on,
  );
  if (!result.value) throw new NotSet("the page replaced it meanwhile");
  if ("error" in result.value) throw new NotSet(textOf({ value: result.value.error }, ERROR_CHARS));
  return textOf(result.value, VALUE_CHARS);
}

/** Error for a value that a control does not accept, or a place without a control. */
export class NotSet extends Error {
  override readonly name = "NotSet";
}

const ERROR_CHARS = 400;
const VALUE_CHARS = 200;

/** Returns the smallest control at a point, in the innermost frame there. */
function controlAt(frame: PageFrame, at: Point): Control | undefined {
  for (const [owner, inner] of frame.frames) {
    const place = frame.places.get(owner);
    const found = place && holds(place.bounds, at) ? controlAt(inner, at) : undefined;
    if (found) return found;
  }
  const there = frame.nodes.flatMap(({ role, backendDOMNodeId = -1 }) => {
    const bounds = frame.places.get(backendDOMNodeId)?.bounds;
    return SETTABLE.has(textOf(role)) && bounds && holds(bounds, at)
      ? [{ backendDOMNodeId, area: areaOf(bounds) }]
      : [];
  });
  const smallest = there.toSorted((a, b) => a.area - b.area)[0];
  return smallest && { frame, backendNodeId: smallest.backendDOMNodeId };
}

const holds = ({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/**
 * Script that sets an element's value to a text. It runs beside the page's own scripts, with unchanged prototypes, so
 * that frameworks notice the change.
 */
const SET_VALUE = `function (text) {
  const FORMATS = { date: "YYYY-MM-DD", time: "HH:MM", "datetime-local": "YYYY-MM-DDTHH:MM", month: "YYYY-MM", week: "YYYY-Www" };
  const control = this.closest("select, input");
  if (!control || control.disabled || control.readOnly) return { error: control ? "it is disabled" : "it is not a form's control" };
  const tell = () => {
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true, composed: type === "input" }));
  };
  const choose = () => {
    const cut = (words, most) => [...words].slice(0, most).join("");
    const plain = (words) => words.replace(/\\s+/g, " ").trim().toLowerCase();
    const options = [...control.options].filter((each) => !each.disabled);
    const find = (words) => {
      const tests = [(each) => each.label === words, (each) => each.value === words, (each) => plain(each.label) === plain(words)];
      const found = tests.map((test) => options.find(test)).find(Boolean);
      if (found || plain(words) === "") return found;
      const near = options.filter((each) => plain(each.label).includes(plain(words)));
      return near.length === 1 ? near[0] : undefined;
    };
    const whole = find(text);
    const chosen = whole ? [whole] : control.multiple ? text.split(/[,\\n]/).filter((words) => plain(words) !== "").map(find) : [undefined];
    if (chosen.includes(undefined)) {
      const names = options.map((each) => JSON.stringify(cut(plain(each.label), 40)));
      return { error: "it has no such option; there is " + names.slice(0, 20).join(", ") + (options.length > 20 ? ", …" : "") };
    }
    for (const each of control.options) if (each.selected !== chosen.includes(each)) each.selected = chosen.includes(each);
    return { value: chosen.map((each) => cut(each.label, 100)).join(", ") };
  };
  const colorOf = (words) => {
    const pen = document.createElement("canvas").getContext("2d");
    const [first, second] = ["#000000", "#ffffff"].map((start) => {
      pen.fillStyle = start;
      pen.fillStyle = words;
      return pen.fillStyle;
    });
    return first === second && /^#/.test(first) ? first : undefined;
  };
  const fill = () => {
    const asked = text.trim();
    if (control.type === "range" && !(asked !== "" && Number.isFinite(Number(asked)))) return { error: "it takes a number" };
    const value = control.type === "color" ? colorOf(asked) : asked;
    if (value === undefined) return { error: "it takes a color such as #00ff00" };
    const probe = control.cloneNode();
    probe.value = value;
    if (probe.value === "" && value !== "") return { error: "it takes " + (FORMATS[control.type] ?? "another value") };
    control.value = value;
    return { value: control.value };
  };
  control.focus();
  const done = control instanceof HTMLSelectElement ? choose() : fill();
  if (!("error" in done)) tell();
  return done;
}`;
