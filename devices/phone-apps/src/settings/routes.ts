import {
  mdiHumanHandsup,
  mdiApps,
  mdiBatteryOutline,
  mdiBellOutline,
  mdiBrightness6,
  mdiCellphoneInformation,
  mdiCodeBraces,
  mdiDevices,
  mdiEarth,
  mdiHarddisk,
  mdiHistory,
  mdiLockOutline,
  mdiMapMarkerOutline,
  mdiVolumeHigh,
  mdiWeb,
  mdiWifi,
} from "@mdi/js";
import type { Intent } from "@terrarium/phone-system/system-ui";
import type { IntentFilter } from "@terrarium/phone-ui/services/app";
import type { SettingsStrings } from "./strings.ts";

/** Pages listed on the home page, in Android's order and groups. */
export const PAGE_GROUPS = [
  ["network", "bluetooth"],
  ["apps", "notifications"],
  ["battery", "storage", "sound"],
  ["display", "accessibility"],
  ["security", "location"],
  ["language", "about", "developer"],
] as const;
export type PageName = (typeof PAGE_GROUPS)[number][number];

/** A listed page, or a page below one. */
export type Page = PageName | "wifi" | "history";

/** The open page, or an app's page. */
export type Route = Page | { app: string };

/** Properties of every page: it opens others, and goes back unless it is beside the list of pages. */
export interface PageProps {
  onOpen: (route: Route) => void;
  onBack?: () => void;
}

export const PAGE_ICONS: Readonly<Record<Page, string>> = {
  network: mdiWeb,
  wifi: mdiWifi,
  bluetooth: mdiDevices,
  apps: mdiApps,
  notifications: mdiBellOutline,
  history: mdiHistory,
  battery: mdiBatteryOutline,
  storage: mdiHarddisk,
  sound: mdiVolumeHigh,
  display: mdiBrightness6,
  accessibility: mdiHumanHandsup,
  security: mdiLockOutline,
  location: mdiMapMarkerOutline,
  language: mdiEarth,
  about: mdiCellphoneInformation,
  developer: mdiCodeBraces,
};

/** Returns the listed page that leads to a page. */
export function listedPageOf(route: Route): PageName {
  if (typeof route === "object") return "apps";
  return route === "wifi" ? "network" : route === "history" ? "notifications" : route;
}

const DETAILS_ACTION = "android.settings.APPLICATION_DETAILS_SETTINGS";
const APP_NOTIFICATION_ACTION = "android.settings.APP_NOTIFICATION_SETTINGS";
const APP_EXTRA = "android.provider.extra.APP_PACKAGE";

/** Pages of Android's actions (AOSP Settings.java). */
const actions: ReadonlyMap<string, Page> = new Map<string, Page>(
  Object.entries({
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.WIFI_SETTINGS": "wifi",
    "android.settings.panel.action.WIFI": "wifi",
    "android.settings.panel.action.INTERNET_CONNECTIVITY": "wifi",
    "android.settings.BLUETOOTH_SETTINGS": "bluetooth",
    "android.settings.APPLICATION_SETTINGS": "apps",
    "android.settings.MANAGE_APPLICATIONS_SETTINGS": "apps",
    [DETAILS_ACTION]: "apps",
    "android.settings.NOTIFICATION_SETTINGS": "notifications",
    "android.settings.ALL_APPS_NOTIFICATION_SETTINGS": "notifications",
    "android.settings.ZEN_MODE_SETTINGS": "notifications",
    [APP_NOTIFICATION_ACTION]: "notifications",
    "android.settings.NOTIFICATION_HISTORY": "history",
    "android.settings.BATTERY_SAVER_SETTINGS": "battery",
    "android.intent.action.POWER_USAGE_SUMMARY": "battery",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
    "android.settings.SOUND_SETTINGS": "sound",
    "android.settings.panel.action.VOLUME": "sound",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.NIGHT_DISPLAY_SETTINGS": "display",
    "android.settings.ACCESSIBILITY_SETTINGS": "accessibility",
    "android.settings.TEXT_READING_SETTINGS": "accessibility",
    "android.settings.SECURITY_SETTINGS": "security",
    "android.app.action.SET_NEW_PASSWORD": "security",
    "android.settings.LOCATION_SOURCE_SETTINGS": "location",
    "android.settings.LOCALE_SETTINGS": "language",
    "android.settings.DEVICE_INFO_SETTINGS": "about",
    "android.settings.APPLICATION_DEVELOPMENT_SETTINGS": "developer",
  }),
);

/** Intents that Settings accepts from other apps and `am start -a`. */
export const settingsIntents: readonly IntentFilter[] = [
  ...["android.settings.SETTINGS", ...actions.keys()].map((action) => ({ action })),
  { action: DETAILS_ACTION, scheme: "package" },
];

/** Returns the page that an intent requests, or undefined for the home page. */
export function routeOf({ action = "", dataUri = "", extras }: Intent): Route | undefined {
  const name = action === DETAILS_ACTION ? /^package:(.*)$/.exec(dataUri)?.[1] : extras?.[APP_EXTRA];
  const namesApp = action === DETAILS_ACTION || action === APP_NOTIFICATION_ACTION;
  if (namesApp && name !== undefined && /^[\w.]+$/.test(name)) return { app: name };
  return actions.get(action);
}

/** Searchable settings: the key of each title, and the setting's page. */
const SEARCHABLE: readonly [title: TitleKey, page: Page][] = [
  ["network", "network"],
  ["wifi", "wifi"],
  ["airplane", "network"],
  ["bluetooth", "bluetooth"],
  ["bluetoothUse", "bluetooth"],
  ["bluetoothName", "bluetooth"],
  ["apps", "apps"],
  ["forceStop", "apps"],
  ["clearData", "apps"],
  ["notifications", "notifications"],
  ["appNotifications", "notifications"],
  ["lockScreenNotifications", "notifications"],
  ["doNotDisturb", "notifications"],
  ["history", "history"],
  ["battery", "battery"],
  ["batterySaver", "battery"],
  ["batteryPercentage", "battery"],
  ["storage", "storage"],
  ["sound", "sound"],
  ["mediaVolume", "sound"],
  ["ringVolume", "sound"],
  ["alarmVolume", "sound"],
  ["ringerMode", "sound"],
  ["display", "display"],
  ["darkTheme", "display"],
  ["autoRotate", "display"],
  ["orientation", "display"],
  ["brightness", "display"],
  ["timeout", "display"],
  ["navigation", "display"],
  ["accessibility", "accessibility"],
  ["fontSize", "accessibility"],
  ["displaySize", "accessibility"],
  ["highContrast", "accessibility"],
  ["inversion", "accessibility"],
  ["removeAnimations", "accessibility"],
  ["holdDelay", "accessibility"],
  ["security", "security"],
  ["screenLock", "security"],
  ["securityUpdate", "security"],
  ["location", "location"],
  ["useLocation", "location"],
  ["language", "language"],
  ["about", "about"],
  ["deviceName", "about"],
  ["model", "about"],
  ["serial", "about"],
  ["build", "about"],
  ["uptime", "about"],
  ["developer", "developer"],
  ["stayAwake", "developer"],
  ["mockLocation", "developer"],
  ["showTouches", "developer"],
  ["pointerLocation", "developer"],
  ["windowScale", "developer"],
  ["transitionScale", "developer"],
  ["animatorScale", "developer"],
  ["usbDebugging", "developer"],
];

/** Keys of texts that are plain strings. */
export type TitleKey = {
  [Key in keyof SettingsStrings]: SettingsStrings[Key] extends string ? Key : never;
}[keyof SettingsStrings];

/** Returns the settings with the query in their names, prefix matches first. */
export function searchSettings(
  query: string,
  strings: SettingsStrings,
  developer: boolean,
): { key: TitleKey; title: string; page: Page }[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const place = (title: string): number => title.toLowerCase().indexOf(wanted);
  return SEARCHABLE.map(([key, page]) => ({ key, title: strings[key], page }))
    .filter(({ title, page }) => place(title) >= 0 && (developer || page !== "developer"))
    .toSorted((a, b) => Math.sign(place(a.title)) - Math.sign(place(b.title)));
}
