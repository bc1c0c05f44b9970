import type { App } from "@terrarium/phone-ui/services/app";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useLanguage } from "@terrarium/phone-ui/services/strings";

/** Returns the installed apps with their names, in alphabetical order. */
export function useNamedApps(): (App & { name: string })[] {
  const language = useLanguage();
  const { apps } = useServices();
  return apps
    .map((app) => ({ ...app, name: textsOf(language, app.strings).appName }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language.locale));
}
