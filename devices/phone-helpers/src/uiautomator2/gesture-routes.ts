import type { Bounds } from "@terrarium/ui-tree/bounds";
import { z } from "zod";
import type { Point } from "../screen/gesture.ts";
import { elementIdOf } from "./elements.ts";
import { parse, type Route, type RouteRequest } from "./route.ts";
import type { Session } from "./session.ts";
import { invalidArgument, noSuchElement } from "./wire-error.ts";

const pointSchema = z.object({ x: z.number(), y: z.number() });
const originSchema = z.record(z.string(), z.string());
const placeSchema = z.object({ origin: originSchema.nullish(), offset: pointSchema.nullish() });
const direction = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(["up", "down", "left", "right"]));
const speed = z.number().positive().nullish();
const areaSchema = z.object({
  origin: originSchema.nullish(),
  area: z.object({ left: z.number(), top: z.number(), width: z.number().min(0), height: z.number().min(0) }).nullish(),
});
const percent = z.number().positive().max(1);

/** Returns the point of a gesture: in an element, or on the screen. */
async function pointOf(session: Session, body: unknown): Promise<Point> {
  const { origin, offset } = parse(placeSchema, body);
  if (!origin) {
    if (!offset) throw invalidArgument("Either an element or a point is needed");
    return offset;
  }
  if (!offset) return session.center(origin);
  const { left, top } = (await session.node(elementIdOf(origin))).bounds;
  return { x: left + offset.x, y: top + offset.y };
}

/** Returns the area of a gesture: an element's, or the given one. */
async function areaOf(session: Session, body: unknown): Promise<Bounds> {
  const { origin, area } = parse(areaSchema, body);
  if (origin) return (await session.node(elementIdOf(origin))).bounds;
  if (!area) throw invalidArgument("Either an element or an area is needed");
  const { left, top, width, height } = area;
  return { left, top, right: left + width, bottom: top + height };
}

const swipeSchema = z.object({ direction, percent, speed });

async function swipe({ session, body }: RouteRequest): Promise<void> {
  const wanted = parse(swipeSchema, body);
  const area = await areaOf(session, body);
  await session.gestures.swipe(area, wanted.direction, wanted.percent, wanted.speed ?? undefined);
}

async function scroll({ session, body }: RouteRequest): Promise<boolean> {
  const wanted = parse(swipeSchema, body);
  const area = await areaOf(session, body);
  return session.gestures.scroll(area, wanted.direction, wanted.percent, wanted.speed ?? undefined);
}

async function fling({ session, body }: RouteRequest): Promise<boolean> {
  const wanted = parse(z.object({ direction, speed }), body);
  return session.gestures.fling(await areaOf(session, body), wanted.direction, wanted.speed ?? undefined);
}

const pinch =
  (opens: boolean): Route =>
  async ({ session, body }) => {
    const wanted = parse(z.object({ percent, speed }), body);
    await session.gestures.pinch(await areaOf(session, body), opens, wanted.percent, wanted.speed ?? undefined);
  };

async function drag({ session, body }: RouteRequest): Promise<void> {
  const schema = z.object({ origin: originSchema.nullish(), start: pointSchema.nullish(), end: pointSchema, speed });
  const { origin, start, end, speed: pxPerS } = parse(schema, body);
  const from = await pointOf(session, { origin, offset: start });
  await session.gestures.drag(from, end, pxPerS ?? undefined);
}

/** Scrolls the first list of the screen until an element appears (ScrollTo.java). */
async function scrollTo({ session, body }: RouteRequest): Promise<void> {
  const paramsSchema = z.object({ strategy: z.string(), selector: z.string(), maxSwipes: z.number().int().nullish() });
  const { params } = parse(z.object({ params: paramsSchema }), body);
  const quoted = JSON.stringify(params.selector);
  const selectors: Readonly<Record<string, string>> = {
    "accessibility id": `new UiSelector().description(${quoted})`,
    "class name": `new UiSelector().className(${quoted})`,
    "-android uiautomator": params.selector,
  };
  const wanted = Object.hasOwn(selectors, params.strategy) ? selectors[params.strategy] : undefined;
  if (wanted === undefined) throw invalidArgument(`The strategy '${params.strategy}' is not supported for scrolling`);
  const limit = params.maxSwipes ? `.setMaxSearchSwipes(${params.maxSwipes})` : "";
  const selector = `new UiScrollable(new UiSelector().scrollable(true))${limit}.scrollIntoView(${wanted})`;
  const found = await session.find({ strategy: "-android uiautomator", selector, multiple: true });
  if (Array.isArray(found) && found.length === 0) throw noSuchElement();
}

/** Routes of gestures (handler/gestures/*.java). */
export const GESTURE_ROUTES: Readonly<Record<string, Route>> = {
  "POST /appium/gestures/click": async ({ session, body }) => {
    await session.gestures.click(await pointOf(session, body));
  },
  "POST /appium/gestures/long_click": async ({ session, body }) => {
    const { duration } = parse(z.object({ duration: z.number().min(0).max(30_000).nullish() }), body);
    await session.gestures.longClick(await pointOf(session, body), duration ?? undefined);
  },
  "POST /appium/gestures/double_click": async ({ session, body }) =>
    session.gestures.doubleClick(await pointOf(session, body)),
  "POST /appium/gestures/drag": drag,
  "POST /appium/gestures/fling": fling,
  "POST /appium/gestures/scroll": scroll,
  "POST /appium/gestures/swipe": swipe,
  "POST /appium/gestures/pinch_open": pinch(true),
  "POST /appium/gestures/pinch_close": pinch(false),
  "POST /gestures/scroll_to": scrollTo,
};
