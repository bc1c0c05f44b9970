import { JsonFile } from "@terrarium/device-files/json-file";
import type { HelperPackage } from "@terrarium/phone-system/helper-programs";
import { z } from "zod";
import type { ApkIdentity } from "../apk/read-manifest.ts";
import type { HelperApk } from "./helper-definition.ts";

/** First user of installed packages: above those of the built-in apps. */
const FIRST_USER_ID = 10_150;

const storedSchema = z.array(
  z.object({
    packageName: z.string(),
    versionCode: z.number(),
    versionName: z.string(),
    userId: z.number(),
    installedMs: z.number(),
  }),
);

/** The installed helpers, kept in a file of the device. */
export class InstalledHelpers {
  readonly #apks: ReadonlyMap<string, HelperApk>;
  readonly #file: JsonFile<z.infer<typeof storedSchema>>;
  #stored: z.infer<typeof storedSchema>;

  constructor(apks: ReadonlyMap<string, HelperApk>, path: string, log: (message: string) => void) {
    this.#apks = apks;
    this.#file = new JsonFile(path, storedSchema, log);
    this.#stored = (this.#file.read() ?? []).filter(({ packageName }) => apks.has(packageName));
  }

  list(): HelperPackage[] {
    return this.#stored.map((each) => {
      const { instrumentation, inputMethods = {} } = this.#apks.get(each.packageName) ?? {};
      return {
        ...each,
        ...(instrumentation && {
          instrumentation: { runner: instrumentation.runner, target: instrumentation.target },
        }),
        inputMethods: Object.keys(inputMethods).map((name) => `${each.packageName}/${name}`),
      };
    });
  }

  has(packageName: string): boolean {
    return this.#stored.some((each) => each.packageName === packageName);
  }

  /** Returns false if the package is unknown. */
  add({ packageName, versionCode, versionName }: ApkIdentity): boolean {
    if (!this.#apks.has(packageName)) return false;
    const before = this.#stored.find((each) => each.packageName === packageName);
    const userId = before?.userId ?? 1 + Math.max(FIRST_USER_ID - 1, ...this.#stored.map((each) => each.userId));
    const installed = { packageName, versionCode, versionName, userId, installedMs: Date.now() };
    this.#write([...this.#stored.filter((each) => each !== before), installed]);
    return true;
  }

  /** Returns false if the package is not installed. */
  remove(packageName: string): boolean {
    if (!this.has(packageName)) return false;
    this.#write(this.#stored.filter((each) => each.packageName !== packageName));
    return true;
  }

  #write(stored: z.infer<typeof storedSchema>): void {
    const sorted = stored.toSorted((a, b) => (a.packageName < b.packageName ? -1 : 1));
    this.#file.write(sorted);
    this.#stored = sorted;
  }
}
