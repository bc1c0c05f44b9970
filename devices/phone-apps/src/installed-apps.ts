import { rm } from "node:fs/promises";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { InstalledApps } from "@terrarium/phone-ui/services/app";
import { appFolder } from "./app-folder.ts";
import { APPS } from "./apps.ts";

/** The phone's apps and their stored data. */
export const installedApps: InstalledApps = {
  apps: APPS,
  contentOf: (storage) => new ContentResolver(APPS.flatMap((app) => app.contentProviders?.(storage) ?? [])),
  async clearData(storage, packageName) {
    APPS.find((app) => app.packageName === packageName)?.clearMemory?.(storage);
    await rm(appFolder(storage.dataDir, packageName), { recursive: true, force: true });
  },
};
