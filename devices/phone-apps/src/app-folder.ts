import { join } from "node:path";

/** Returns the host folder for an app's own data. Settings shows its size, and "Clear data" deletes it. */
export function appFolder(dataDir: string, packageName: string): string {
  return join(dataDir, "apps", packageName);
}
