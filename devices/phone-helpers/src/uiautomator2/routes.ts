import { areaOf } from "@terrarium/ui-tree/bounds";
import { z } from "zod";
import { partPng } from "../screen/encode-image.ts";
import { MAX_TEXT_CHARS, pressKey } from "../screen/type-text.ts";
import { actionsSchema, performActions } from "./actions.ts";
import { alertText, answerAlert } from "./alert.ts";
import { attributeOf } from "./attributes.ts";
import {
  batteryInfo,
  deviceInfo,
  listDisplays,
  listWindows,
  orientation,
  pixelRatio,
  rotation,
  setOrientation,
  setRotation,
  systemBars,
} from "./device-state.ts";
import { clearElement, typeInto } from "./element-text.ts";
import { GESTURE_ROUTES } from "./gesture-routes.ts";
import { pageSource, writeSource } from "./page-source.ts";
import { parse, type Route, type RouteRequest } from "./route.ts";
import { updateSettings } from "./settings.ts";
import { invalidArgument } from "./wire-error.ts";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const bySchema = z.object({
  strategy: z.string(),
  selector: z.string(),
  context: z.string().nullish(),
  multiple: z.boolean().nullish(),
});
const keySchema = z.object({ keycode: z.number().int().min(0).max(318), metastate: z.number().int().nullish() });
const textSchema = z.object({ text: z.string().max(MAX_TEXT_CHARS), replace: z.boolean().nullish() });
const clipboardSchema = z.object({ content: z.string(), contentType: z.string().nullish() });
const alertSchema = z.object({ buttonLabel: z.string().nullish() }).nullish();

const find =
  (multiple: boolean): Route =>
  ({ session, body }) => {
    const { strategy, selector, context } = parse(bySchema, body);
    return session.find({ strategy, selector, context: context ?? "", multiple });
  };

const rectOf = async ({ session, id }: RouteRequest) => {
  const { left, top, right, bottom } = (await session.node(id)).bounds;
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** Presses a key, for a moment or for long. */
const pressKeyCode =
  (holdMs: number): Route =>
  async ({ session, body }) => {
    const { keycode, metastate } = parse(keySchema, body);
    const { input } = session.phone.ui;
    const key = { keyCode: keycode, metaState: metastate ?? 0 };
    if (holdMs === 0) return pressKey(session.phone, keycode, key.metaState);
    input.key({ action: "down", ...key });
    await new Promise((resolve) => setTimeout(resolve, holdMs));
    return input.key({ action: "up", ...key });
  };

function requirePlainText(contentType: string | null | undefined): void {
  if ((contentType ?? "PLAINTEXT").toUpperCase() !== "PLAINTEXT")
    throw invalidArgument("Only PLAINTEXT content types are supported");
}

/** Routes of a session (server/AppiumServlet.java), by method and path after the session's id. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "POST /element": find(false),
  "POST /elements": find(true),
  "GET /element/active": ({ session }) => session.focused(),
  "POST /element/:id/click": async ({ session, id }) => {
    await session.gestures.click(await session.center({ ELEMENT: id }));
  },
  "POST /element/:id/clear": async ({ session, id }) => clearElement(session, await session.node(id)),
  "POST /element/:id/value": async ({ session, id, body }) => {
    const { text, replace } = parse(textSchema, body);
    await typeInto(session, await session.node(id), { text, replace: replace === true });
  },
  "POST /keys": ({ session, body }) => {
    session.phone.ui.input.text(parse(textSchema, body).text);
  },
  "GET /element/:id/text": async ({ session, id }) => (await session.node(id)).text,
  "GET /element/:id/name": async ({ session, id }) => (await session.node(id)).description,
  "GET /element/:id/attribute/:name": async ({ session, id, name }) => attributeOf(await session.node(id), name),
  "GET /element/:id/rect": rectOf,
  "GET /element/:id/size": async (request) => {
    const { width, height } = await rectOf(request);
    return { width, height };
  },
  "GET /element/:id/location": async (request) => {
    const { x, y } = await rectOf(request);
    return { x, y };
  },
  "GET /element/:id/screenshot": async ({ session, id }) => {
    const { bounds } = await session.node(id);
    if (areaOf(bounds) === 0) throw invalidArgument("The element has no area on the screen");
    return base64(await partPng(session.phone, bounds));
  },
  "GET /source": async ({ session }) => writeSource(pageSource(await session.read())),
  "GET /screenshot": async ({ session }) => base64(await session.phone.ui.display.capturePng()),
  "POST /back": ({ session }) => pressKey(session.phone, 4),
  "POST /actions": ({ session, body }) =>
    performActions(
      session.phone,
      parse(actionsSchema, body).actions,
      (origin) => session.center(origin),
      session.signal,
    ),
  "GET /orientation": ({ session }) => orientation(session.phone),
  "POST /orientation": ({ session, body }) =>
    setOrientation(session.phone, parse(z.object({ orientation: z.string() }), body).orientation),
  "GET /rotation": ({ session }) => rotation(session.phone),
  "POST /rotation": ({ session, body }) => setRotation(session.phone, parse(z.object({ z: z.number() }), body).z),
  "GET /window/:name/size": ({ session }) => {
    const { widthPx, heightPx } = session.phone.ui.display;
    return { width: widthPx, height: heightPx };
  },
  "GET /alert/text": ({ session }) => alertText(session),
  "POST /alert/accept": ({ session, body }) =>
    answerAlert(session, true, parse(alertSchema, body)?.buttonLabel ?? undefined),
  "POST /alert/dismiss": ({ session, body }) =>
    answerAlert(session, false, parse(alertSchema, body)?.buttonLabel ?? undefined),
  "GET /appium/settings": ({ session }) => session.settings,
  "POST /appium/settings": ({ session, body }) =>
    updateSettings(session.settings, parse(z.object({ settings: z.record(z.string(), z.unknown()) }), body).settings),
  "GET /appium/device/info": ({ session }) => deviceInfo(session.phone),
  "GET /appium/device/pixel_ratio": ({ session }) => pixelRatio(session.phone),
  "GET /appium/device/display_density": ({ session }) => session.phone.ui.display.densityDpi,
  "GET /appium/device/declared_orientation": ({ session }) => orientation(session.phone),
  "GET /appium/device/system_bars": ({ session }) => systemBars(session.phone),
  "GET /appium/device/battery_info": ({ session }) => batteryInfo(session.phone),
  "GET /appium/device/apps": ({ session }) =>
    session.phone.ui.activities.list().map(({ packageName }) => ({ packageName })),
  "POST /appium/device/open_notifications": ({ session }) => session.phone.ui.panels.expandNotifications(),
  "POST /appium/device/press_keycode": pressKeyCode(0),
  "POST /appium/device/long_press_keycode": pressKeyCode(600),
  "POST /appium/device/get_clipboard": ({ session, body }) => {
    requirePlainText(parse(z.object({ contentType: z.string().nullish() }).nullish(), body)?.contentType);
    return Buffer.from(session.phone.ui.clipboard.get()).toString("base64");
  },
  "POST /appium/device/set_clipboard": ({ session, body }) => {
    const { content, contentType } = parse(clipboardSchema, body);
    requirePlainText(contentType);
    session.phone.ui.clipboard.set(Buffer.from(content, "base64").toString());
  },
  "POST /appium/reset_ax_cache": () => null,
  "POST /appium/list_windows": ({ session }) => listWindows(session.phone),
  "POST /appium/list_displays": ({ session }) => listDisplays(session.phone),
  ...GESTURE_ROUTES,
};
