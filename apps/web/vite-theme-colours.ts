import { readFileSync } from "node:fs";
import path from "node:path";

const SHEET = readFileSync(path.join(import.meta.dirname, "src/ui/theme.css"), "utf8");

/** Returns the declarations of the named variables, and of the colour scheme, in a rule of the style sheet. */
export function coloursOf(selector: ":root" | ".light", names: readonly string[]): string {
  const [, rule] = SHEET.split(`\n${selector} {`);
  const wanted = new RegExp(`(--(${names.join("|")})|color-scheme): [^;]+`, "g");
  const found = rule?.split("}", 1)[0]?.match(wanted);
  if (found === null || found === undefined) throw new Error(`theme.css has no colours for ${selector}`);
  return found.join(";");
}
