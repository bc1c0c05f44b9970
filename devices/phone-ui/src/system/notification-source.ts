import { mdiAndroid, mdiConsoleLine } from "@mdi/js";
import type { AppIconDesign } from "../services/app.ts";
import { localize } from "../services/language.ts";
import { useServices } from "../services/services.ts";
import { useLocale } from "../services/strings.ts";
import { useSystemStrings } from "./system-strings.ts";

const SYSTEM_COLORS = { glyph: "#f1f5ea", colors: ["#6d7a63", "#3d4836"] } as const;

/**
 * Returns a function that finds a notification's source: an app, the shell (`cmd notification post`), or the system
 * itself.
 */
export function useNotificationSource(): (packageName: string) => { name: string; icon: AppIconDesign } {
  const { apps } = useServices();
  const locale = useLocale();
  const strings = useSystemStrings();
  return (packageName) => {
    const app = apps.find((each) => each.packageName === packageName);
    if (app) return { name: localize(app.label, locale), icon: app.icon };
    return packageName === "com.android.shell"
      ? { name: strings.shell, icon: { path: mdiConsoleLine, ...SYSTEM_COLORS } }
      : { name: strings.androidSystem, icon: { path: mdiAndroid, ...SYSTEM_COLORS } };
  };
}
