import { translate } from "../../../language/language.ts";

/** The name of a call in words: createAnApiKey becomes "Create an API key". */
export function actionWords(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/\bapi\b/, "API")
    .replace(/\bbox$/, "sandbox");
  return translate(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The ids that a call named, on one line; "–" if none. */
export const targetWords = (targets: Readonly<Record<string, string>>): string =>
  Object.entries(targets)
    .filter(([name]) => name !== "organizationId")
    .map(([, id]) => id)
    .join(", ") || "–";
