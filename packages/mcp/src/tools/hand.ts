import { setTimeout as sleep } from "node:timers/promises";
import { areaOf, type Bounds, centerOf } from "@terrarium/ui-tree/bounds";
import { contains } from "@terrarium/ui-tree/match-text";
import { isEditable, type UiNode } from "@terrarium/ui-tree/ui-node";
import type { Devices, Direction, OpenState, Point } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { cut } from "../screen/cut.ts";
import { readScreen } from "../screen/elements.ts";
import { findAll, findPlace, nameOf, type Place, type Purpose, type Selector, type Target } from "../screen/find.ts";
import { describeScreen } from "../screen/lines.ts";
import { type Element, type Screen, SIDES } from "../screen/screen.ts";
import { isSettable } from "../screen/settable.ts";
import { ToolError } from "../tool-error.ts";
import type { Step } from "./act-steps.ts";
import { findTab, opened, optionOf } from "./browser-steps.ts";
import { codesOf } from "./keys.ts";
import { packageFor } from "./package-for.ts";

const POLL_MS = 250;
const WAIT_SECONDS = 10;
/** The effect of a tap may appear a little after the screen rests. */
const SETTLE_MS = 300;
/** Number of screen reads that wait for words from a previous step. */
const LATE_LOOKS = 8;
/** Number of reads after a scroll until nothing moves. */
const REST_LOOKS = 8;
/** Number of reads of an unmoved screen before it counts as scrolled to its end. */
const SCROLL_LOOKS = 4;
/** The same while `until` searches: a feed loads its continuation when its end shows. */
const FEED_LOOKS = 10;
/** Number of scrolls in each direction to find a missing target. */
const SEARCH_SCROLLS = 6;
const SWIPE_MS = 250;
/** Fraction of a scrolled area that one scroll moves, so that content at its edge stays visible. */
const SCROLLED = 0.6;

/** Runs steps on one device. A failure throws an Error that says what to do. */
export class Hand {
  readonly #devices: Devices;
  readonly #deviceId: string;
  readonly #signal: AbortSignal;
  /** Last read screen; undefined after an action. */
  #screen: Screen | undefined;
  #hasActed = false;
  /** Scrolled content continues to move for a while. */
  #mayMove = false;

  constructor(devices: Devices, deviceId: string, signal: AbortSignal) {
    this.#devices = devices;
    this.#deviceId = deviceId;
    this.#signal = signal;
  }

  /** Returns the screen after the last action. */
  async look(): Promise<Screen> {
    if (!this.#screen) {
      const [roots, front] = await Promise.all([
        this.#devices.screen(this.#deviceId),
        this.#devices.front(this.#deviceId),
      ]);
      this.#screen = readScreen(roots, front);
    }
    return this.#screen;
  }

  /** Returns the screen with the effects of all steps. Reads it once more if no effect is visible and time remains. */
  async settle(before: Screen): Promise<Screen> {
    const wasIdle = this.#screen !== undefined;
    const screen = await this.look();
    if (wasIdle || describeScreen(screen) !== describeScreen(before)) return screen;
    return this.#lookAgain(SETTLE_MS).catch((error: unknown) => {
      if (this.#signal.aborted) return screen;
      throw error;
    });
  }

  /** Runs a step. Returns a description of what was done. */
  async take(step: Step): Promise<string> {
    if (step.tap !== undefined) return this.#tap(step.tap, step);
    if (step.type !== undefined) return this.#type(step.type, step);
    if (step.press !== undefined) return this.#press(step.press);
    if (step.open !== undefined) return this.#open(step.open, step);
    if (step.tab !== undefined) return this.#tab(step.tab, step);
    if (step.upload !== undefined) return this.#upload(step.upload, step);
    if (step.scroll !== undefined) return this.#scroll(step.scroll, step);
    if (step.swipe !== undefined) return this.#swipe(step.swipe, step);
    if (step.wait !== undefined) return this.#wait(step.wait, step);
    throw new ToolError("the step has no action");
  }

  async #tap(
    target: NonNullable<Step["tap"]>,
    { hold: holdMs, button = "left", double = false }: Step,
  ): Promise<string> {
    const { at, name, element } = await this.#find(target);
    requireEnabled(name, element);
    const option = element && typeof target === "string" ? optionOf(element, target) : undefined;
    if (option !== undefined) return this.#set(at, name, option);
    // A single left click is a tap, which every device supports.
    if (double || button !== "left") {
      await this.#do(() => this.#devices.click(this.#deviceId, at, button, double ? 2 : 1));
      return `${double ? "double-clicked" : `clicked ${button} on`} ${name}`;
    }
    await this.#do(() => this.#devices.tap(this.#deviceId, at, holdMs));
    return `${holdMs === undefined ? "tapped" : "held"} ${name}`;
  }

  async #type(text: string, { into, clear = false, enter = false }: Step): Promise<string> {
    const place = into === undefined ? undefined : await this.#find(into, "type");
    if (place) requireEnabled(place.name, place.element);
    if (place?.element && isSettable(place.element.node)) return this.#set(place.at, place.name, text);
    const focused = focusedField(await this.look());
    if (!place && !focused) throw new ToolError("no field has the focus: name the field with into");
    const meant = place ? place.element?.node : focused;
    const field = meant && isEditable(meant) ? meant : undefined;
    if (place && !field?.focused) await this.#do(() => this.#devices.tap(this.#deviceId, place.at));
    if (clear && !field) await this.#untilFocused(place?.at, focused);
    if (text !== "" || clear || enter) await this.#do(() => this.#devices.type(this.#deviceId, text, { clear, enter }));
    const named = place ? ` into ${place.name}` : "";
    return `typed ${text.length} characters${named}${enter ? " and enter" : ""}`;
  }

  /** Waits for the focus after a tap on a point, where this or another field may have had the focus before. */
  async #untilFocused(at: Point | undefined, before: UiNode | undefined): Promise<void> {
    let field = focusedField(await this.look());
    const isNew = () => field && (!before || !isSame(field.bounds, before.bounds) || (at && holds(field.bounds, at)));
    for (let looks = 0; !isNew() && looks < LATE_LOOKS; looks += 1)
      field = focusedField(await this.#lookAgain(POLL_MS));
    if (!field) throw new ToolError("no field has the focus: name the field to clear with into");
  }

  async #press(pressed: string): Promise<string> {
    await this.#do(() => this.#devices.press(this.#deviceId, codesOf(pressed)));
    return `pressed ${pressed}`;
  }

  async #set(at: Point, name: string, text: string): Promise<string> {
    let value = "";
    await this.#do(async () => void (value = await this.#devices.setControl(this.#deviceId, at, text)));
    return `set ${name} to ${JSON.stringify(cut(value, 100))}`;
  }

  async #open(what: string, { newTab = false }: Step): Promise<string> {
    let state: OpenState = "loaded";
    const isLink = /^[a-z][a-z0-9+.-]*:/i.test(what);
    const name = isLink ? cut(what, 100) : packageFor(what, await this.#devices.apps(this.#deviceId));
    await this.#do(async () => {
      state = await (isLink
        ? this.#devices.openLink(this.#deviceId, what, { newTab })
        : this.#devices.openApp(this.#deviceId, name));
    });
    return opened(name, state);
  }

  async #tab(wanted: number | string, { close = false }: Step): Promise<string> {
    const { around } = await this.look();
    const { tab, number } = findTab(around, wanted);
    await this.#do(() => this.#devices.tab(this.#deviceId, tab.id, close ? "close" : "switch"));
    return `${close ? "closed" : "switched to"} tab ${number} ${JSON.stringify(cut(tab.title, 80))}`;
  }

  async #upload(path: string, { into }: Step): Promise<string> {
    const place = into === undefined ? undefined : await this.#find(into);
    let given = "";
    await this.#do(async () => void (given = await this.#devices.upload(this.#deviceId, path, place?.at)));
    return `uploaded ${JSON.stringify(cut(given, 200))}${place ? ` into ${place.name}` : ""}`;
  }

  async #scroll(direction: NonNullable<Step["scroll"]>, { until, on }: Step): Promise<string> {
    for (let times = 0; times < (until === undefined ? 1 : TOOL_LIMITS.scrolls); times += 1) {
      const at = on === undefined ? undefined : (await this.#find(on)).at;
      const screen = await this.look();
      if (until !== undefined && findAll(screen, until).length > 0)
        return `scrolled ${direction} to ${JSON.stringify(until)}`;
      this.#signal.throwIfAborted();
      await this.#move(direction, screen, at);
      if (until !== undefined && !(await this.#changes(screen, FEED_LOOKS))) break;
    }
    if (until === undefined) return `scrolled ${direction}`;
    if (findAll(await this.look(), until).length > 0) return `scrolled ${direction} to ${JSON.stringify(until)}`;
    throw new ToolError(`scrolled ${direction} to the end, and ${JSON.stringify(until)} did not show`);
  }

  /** Scrolls the area around a point, or the largest, by less than its size: content at its edge stays visible. */
  async #move(direction: Direction, screen: Screen, at?: Point): Promise<void> {
    const area = scrolledArea(screen, at);
    const isVertical = direction === "up" || direction === "down";
    const sizePx = isVertical ? area.bottom - area.top : area.right - area.left;
    const distancePx = Math.round(sizePx * SCROLLED);
    await this.#do(() => this.#devices.scroll(this.#deviceId, centerOf(area), direction, distancePx));
    this.#mayMove = true;
  }

  /** Returns whether the screen changes. The effect of a scroll may appear a little late. */
  async #changes(before: Screen, mostLooks = SCROLL_LOOKS): Promise<boolean> {
    const isOther = (screen: Screen) => describeScreen(screen) !== describeScreen(before);
    if (isOther(await this.look())) return true;
    for (let looks = 0; looks < mostLooks; looks += 1) if (isOther(await this.#lookAgain(SETTLE_MS))) return true;
    return false;
  }

  async #swipe(swipe: NonNullable<Step["swipe"]>, { on, ms = SWIPE_MS }: Step): Promise<string> {
    if (typeof swipe !== "string") {
      const screen = await this.look();
      findPlace(screen, swipe.from);
      findPlace(screen, swipe.to);
      await this.#do(() => this.#devices.swipe(this.#deviceId, swipe.from, swipe.to, ms));
      this.#mayMove = true;
      return "swiped";
    }
    const place = on === undefined ? undefined : await this.#find(on);
    const screen = await this.look();
    const area = place?.element?.node.bounds ?? { left: 0, top: 0, right: screen.widthPx, bottom: screen.heightPx };
    const { from, to } = swipeLine(area, swipe);
    await this.#do(() => this.#devices.swipe(this.#deviceId, from, to, ms));
    this.#mayMove = true;
    return `swiped ${swipe}${place ? ` on ${place.name}` : ""}`;
  }

  async #wait(words: string | number, { gone = false, seconds = WAIT_SECONDS }: Step): Promise<string> {
    if (typeof words === "number") {
      await this.#lookAgain(words * 1_000);
      return `waited ${words} s`;
    }
    const giveUpAt = performance.now() + seconds * 1_000;
    for (;;) {
      const [found] = findAll(await this.look(), words);
      if ((found !== undefined) !== gone)
        return found ? `${nameOf(found)} is there` : `${JSON.stringify(words)} is gone`;
      if (performance.now() >= giveUpAt)
        throw new ToolError(`${JSON.stringify(words)} ${gone ? "was still there" : "did not show"} after ${seconds} s`);
      await this.#lookAgain(POLL_MS);
    }
  }

  /**
   * Returns the position of the target. After a step, waits for missing words: the effect of the step may appear late.
   * Then hides the keyboard and scrolls, because either may hide the target.
   */
  async #find(target: Target, purpose: Purpose = "touch"): Promise<Place> {
    const isNamed = typeof target === "string" || (typeof target === "object" && !("x" in target));
    if (isNamed && this.#hasActed) await this.#untilFound(target);
    if (isNamed) await this.#uncover(target);
    if (isNamed && this.#mayMove) await this.#untilAtRest();
    return findPlace(await this.look(), target, purpose);
  }

  async #uncover(target: string | Selector): Promise<void> {
    const isFound = async () => findAll(await this.look(), target).length > 0;
    if (await isFound()) return;
    if ((await this.look()).front?.hasKeyboard === true) {
      await this.#do(() => this.#devices.press(this.#deviceId, codesOf("back")));
      await this.#lookAgain(SETTLE_MS);
    }
    for (const direction of directionsTo(await this.look(), target))
      for (let times = 0; times < SEARCH_SCROLLS && !(await isFound()); times += 1) {
        const screen = await this.look();
        if (screen.scrollables.length === 0) return;
        await this.#move(direction, screen);
        if (!(await this.#changes(screen))) break;
      }
  }

  async #untilFound(target: string | Selector): Promise<void> {
    for (let looks = 0; looks < LATE_LOOKS; looks += 1) {
      if (findAll(await this.look(), target).length > 0) return;
      await this.#lookAgain(POLL_MS);
    }
  }

  /** Waits until nothing on the screen moves. A moving element would no longer be at its position when it is tapped. */
  async #untilAtRest(): Promise<void> {
    let places = placesOn(await this.look());
    for (let looks = 0; looks < REST_LOOKS; looks += 1) {
      const before = places;
      places = placesOn(await this.#lookAgain(POLL_MS));
      if (places === before) break;
    }
    this.#mayMove = false;
  }

  /** Runs an action. The screen must be read again afterwards. */
  async #do(work: () => Promise<void>): Promise<void> {
    this.#signal.throwIfAborted();
    this.#screen = undefined;
    this.#hasActed = true;
    await work();
  }

  async #lookAgain(afterMs: number): Promise<Screen> {
    await sleep(afterMs, undefined, { signal: this.#signal });
    this.#screen = undefined;
    return this.look();
  }
}

function requireEnabled(name: string, element: Element | undefined): void {
  if (element?.states.includes("disabled")) throw new ToolError(`${name} is disabled; another action is needed first`);
}

const TOWARDS = { below: "down", above: "up", right: "right", left: "left" } as const;

/** Returns where a missing target is beyond the edges of the screen, or the directions to search in. */
function directionsTo({ offScreen }: Screen, target: string | Selector): readonly Direction[] {
  const text = typeof target === "string" ? target : target.text;
  const sides = SIDES.filter((side) => text !== undefined && offScreen[side].some((label) => contains(label, text)));
  return sides.length > 0 ? sides.map((side) => TOWARDS[side]) : ["down", "up"];
}

const placesOn = ({ elements }: Screen): string => JSON.stringify(elements.map(({ node }) => node.bounds));

/** Returns the smallest scrollable area around the point, else the largest on the screen, else the whole screen. */
function scrolledArea(screen: Screen, at: Point | undefined): Bounds {
  const whole = { left: 0, top: 0, right: screen.widthPx, bottom: screen.heightPx };
  const areas = screen.scrollables.map(({ bounds }) => bounds).filter((area) => !at || holds(area, at));
  return areas.toSorted((a, b) => (at ? areaOf(a) - areaOf(b) : areaOf(b) - areaOf(a)))[0] ?? whole;
}

const focusedField = ({ nodes }: Screen): UiNode | undefined => nodes.find((node) => node.focused && isEditable(node));

const isSame = (one: Bounds, other: Bounds): boolean => JSON.stringify(one) === JSON.stringify(other);

const holds = ({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** Returns a line through the middle of an area, from one side to the other. */
function swipeLine(area: Bounds, direction: Direction): { from: Point; to: Point } {
  const { x, y } = centerOf(area);
  const dx = Math.round(((area.right - area.left) * SCROLLED) / 2);
  const dy = Math.round(((area.bottom - area.top) * SCROLLED) / 2);
  const lines = {
    up: { from: { x, y: y + dy }, to: { x, y: y - dy } },
    down: { from: { x, y: y - dy }, to: { x, y: y + dy } },
    left: { from: { x: x + dx, y }, to: { x: x - dx, y } },
    right: { from: { x: x - dx, y }, to: { x: x + dx, y } },
  };
  return lines[direction];
}
