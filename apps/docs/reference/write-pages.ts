import { writeFileSync } from "node:fs";
import path from "node:path";
import { apiPage } from "./api-page.ts";
import { errorsPage } from "./errors-page.ts";
import { limitsPage } from "./limits-page.ts";
import { metricsPage } from "./metrics-page.ts";
import { settingsPage } from "./settings-page.ts";

const FOLDER = path.join(import.meta.dirname, "../../../docs/reference");

/** Returns the pages of the reference that follow from the code, by name. */
export const referencePages = async (): Promise<Record<string, string>> => ({
  api: await apiPage(),
  errors: errorsPage(),
  limits: await limitsPage(),
  metrics: metricsPage(),
  settings: settingsPage(),
});

/** Writes these pages into `docs/reference`. Git ignores the files. */
export async function writeReferencePages(): Promise<void> {
  for (const [name, content] of Object.entries(await referencePages()))
    writeFileSync(path.join(FOLDER, `${name}.md`), content);
}
