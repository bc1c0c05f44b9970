import { mdiAndroid, mdiConsoleLine } from "@mdi/js";
import type { App, AppIconDesign } from "../services/app.ts";
import { textsOf, type Language } from "../services/language.ts";
import { useServices } from "../services/services.ts";
import { useLanguage } from "../services/strings.ts";
import { SYSTEM_STRINGS } from "./system-strings.ts";

const SYSTEM_COLOR = { color: "#5c6670" } as const;

/** Source of a notification: an app, the shell (`cmd notification post`), or the system itself. */
interface NotificationSource {
  name: string;
  icon: AppIconDesign;
}

/** Returns a notification's source, named in the language. */
export function notificationSource(packageName: string, apps: readonly App[], language: Language): NotificationSource {
  const app = apps.find((each) => each.packageName === packageName);
  if (app) return { name: textsOf(language, app.strings).appName, icon: app.icon };
  const strings = textsOf(language, SYSTEM_STRINGS);
  return packageName === "com.android.shell"
    ? { name: strings.shell, icon: { path: mdiConsoleLine, ...SYSTEM_COLOR } }
    : { name: strings.androidSystem, icon: { path: mdiAndroid, ...SYSTEM_COLOR } };
}

/** Returns a function that finds a notification's source. */
export function useNotificationSource(): (packageName: string) => NotificationSource {
  const { apps } = useServices();
  const language = useLanguage();
  return (packageName) => notificationSource(packageName, apps, language);
}
