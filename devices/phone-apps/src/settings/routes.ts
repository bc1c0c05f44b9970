import {
  mdiApps,
  mdiBrightness6,
  mdiCellphoneInformation,
  mdiCodeBraces,
  mdiEarth,
  mdiHarddisk,
  mdiWifi,
} from "@mdi/js";
import type { Intent } from "@terrarium/phone-system/system-ui";
import type { IntentFilter } from "@terrarium/phone-ui/services/app";
import type { SettingsStrings } from "./strings.ts";

/** Pages listed on the home page. */
export const PAGE_NAMES = ["network", "apps", "storage", "display", "language", "about", "developer"] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** The open page: a listed page, or an app's page. */
export type Route = PageName | { app: string };

export const PAGE_ICONS: Readonly<Record<PageName, string>> = {
  network: mdiWifi,
  apps: mdiApps,
  storage: mdiHarddisk,
  display: mdiBrightness6,
  language: mdiEarth,
  about: mdiCellphoneInformation,
  developer: mdiCodeBraces,
};

const DETAILS_ACTION = "android.settings.APPLICATION_DETAILS_SETTINGS";

/** Pages of Android's actions (AOSP Settings.java). */
const actions: ReadonlyMap<string, PageName> = new Map<string, PageName>(
  Object.entries({
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.WIFI_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.BLUETOOTH_SETTINGS": "network",
    "android.settings.APPLICATION_SETTINGS": "apps",
    "android.settings.MANAGE_APPLICATIONS_SETTINGS": "apps",
    [DETAILS_ACTION]: "apps",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.NIGHT_DISPLAY_SETTINGS": "display",
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
export function routeOf(intent: Intent): Route | undefined {
  const app = /^package:([\w.]+)$/.exec(intent.dataUri ?? "")?.[1];
  if (app !== undefined && intent.action === DETAILS_ACTION) return { app };
  return actions.get(intent.action ?? "");
}

/** Searchable settings: the key of each title, and the setting's page. */
const SEARCHABLE: readonly [title: TitleKey, page: PageName][] = [
  ["network", "network"],
  ["wifi", "network"],
  ["airplane", "network"],
  ["bluetooth", "network"],
  ["apps", "apps"],
  ["forceStop", "apps"],
  ["clearData", "apps"],
  ["storage", "storage"],
  ["display", "display"],
  ["darkTheme", "display"],
  ["fontSize", "display"],
  ["autoRotate", "display"],
  ["orientation", "display"],
  ["brightness", "display"],
  ["timeout", "display"],
  ["navigation", "display"],
  ["language", "language"],
  ["about", "about"],
  ["deviceName", "about"],
  ["model", "about"],
  ["serial", "about"],
  ["build", "about"],
  ["uptime", "about"],
  ["developer", "developer"],
  ["showTouches", "developer"],
  ["pointerLocation", "developer"],
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
): { key: TitleKey; title: string; page: PageName }[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const place = (title: string): number => title.toLowerCase().indexOf(wanted);
  return SEARCHABLE.map(([key, page]) => ({ key, title: strings[key], page }))
    .filter(({ title, page }) => place(title) >= 0 && (developer || page !== "developer"))
    .toSorted((a, b) => Math.sign(place(a.title)) - Math.sign(place(b.title)));
}
