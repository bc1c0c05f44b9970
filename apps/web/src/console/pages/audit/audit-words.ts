import { translate } from "../../../language/language.ts";

/** The name of a call in words: createAnApiKey becomes "Create an api key". */
export function actionWords(action: string): string {
  const words = action.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return translate(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The ids that a call named, on one line; "–" if none. */
export const targetWords = (targets: Readonly<Record<string, string>>): string =>
  Object.entries(targets)
    .filter(([name]) => name !== "organizationId")
    .map(([, id]) => id)
    .join(", ") || "–";
