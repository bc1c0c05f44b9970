import type { BroadcastAnswer, HelperIntent } from "@terrarium/phone-system/helper-programs";
import type { HelperPhone } from "../host/helper-definition.ts";

const PREFIX = "io.appium.settings.";
/** AOSP Activity.java, RESULT_OK and RESULT_CANCELED. */
const OK = -1;
const CANCELED = 0;
const MAX_SMS = 100;

type Receiver = (phone: HelperPhone, extras: Readonly<Record<string, string>>) => string | undefined;

const ok = (value: unknown): string => JSON.stringify(value);

/** Receivers by action. Each returns its data, or undefined if it fails. */
const RECEIVERS: Readonly<Record<string, Receiver>> = {
  "clipboard.get": ({ ui }) => Buffer.from(ui.clipboard.get()).toString("base64"),
  list_locales: ({ ui }) =>
    Buffer.from(ok({ items: [localeOf(ui.settings.get("system", "system_locales"))] })).toString("base64"),
  locale: ({ ui }, { lang = "", country = "", script }) => {
    const wanted = [lang, ...(script === undefined ? [] : [script]), country].join("-");
    ui.settings.put("system", "system_locales", wanted);
    return wanted;
  },
  location: (phone) => positions.get(phone),
  notifications: ({ ui }) =>
    ok({
      statusBarNotifications: ui.notifications.list().map(({ id, packageName, title, text, postedMs, ongoing }) => ({
        isGroup: false,
        packageName,
        isClearable: ongoing !== true,
        isOngoing: ongoing === true,
        id: 0,
        tag: id,
        postTime: postedMs,
        notification: { title, text },
      })),
    }),
  // Files are known as soon as they are written.
  scan_media: (_phone, { path = "" }) => path,
  "sms.read": ({ ui }, { max = String(MAX_SMS) }) => {
    const rows = ui.content.query("content://sms", { sort: "date DESC" });
    const items = rows.slice(0, Math.min(MAX_SMS, Number(max) || MAX_SMS));
    return ok({ items, total: items.length });
  },
};

function localeOf(tag = "en-US"): { language: string; country: string; script: string | null } {
  const { language, region = "", script = null } = new Intl.Locale(tag);
  return { language, country: region, script };
}

/** Positions that a test has set, with latitude, longitude and altitude. The phone's apps do not ask for a position. */
const positions = new WeakMap<HelperPhone, string>();

/** Keeps the position of a location service's start. */
export function rememberPosition({ extras }: HelperIntent, phone: HelperPhone): void {
  const { latitude = "", longitude = "", altitude = "0" } = extras;
  const values = [latitude, longitude, altitude].map(Number);
  if (latitude === "" || longitude === "" || !values.every(Number.isFinite)) return;
  positions.set(phone, values.join(" "));
}

/** Answers the broadcasts of Appium Settings. Failures have the result 0 and their reason. */
export async function receiveForSettings(
  { action = "", extras }: HelperIntent,
  phone: HelperPhone,
): Promise<BroadcastAnswer | undefined> {
  const name = action.startsWith(PREFIX) ? action.slice(PREFIX.length) : "";
  const receiver = Object.hasOwn(RECEIVERS, name) ? RECEIVERS[name] : undefined;
  if (!receiver) return undefined;
  try {
    const data = receiver(phone, extras);
    return data === undefined ? { resultCode: CANCELED, data: "none" } : { resultCode: OK, data };
  } catch (error) {
    return { resultCode: CANCELED, data: error instanceof Error ? error.message : String(error) };
  }
}
