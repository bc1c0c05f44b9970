import type { InstalledApp } from "./system-ui.ts";
import { zipOf } from "./zip.ts";

/** Earliest date of the ZIP format, which requires one (APPNOTE.TXT, MS-DOS format). */
const archivedAt = new Date("1980-01-01T00:00:00Z");

/** Returns the path of a package's file. */
export function apkPath(packageName: string): string {
  const name = packageName.split(".").at(-1) ?? packageName;
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return `/system/app/${title}/${title}.apk`;
}

/**
 * Returns the packages' files, by path without the first slash. Apps are part of the system and have no Android
 * bytecode, so each file contains only its manifest, as text.
 */
export function packageFiles(apps: readonly InstalledApp[]): Record<string, Uint8Array> {
  return Object.fromEntries(
    apps.map((app) => [
      apkPath(app.packageName).slice(1),
      zipOf("AndroidManifest.xml", Buffer.from(manifestOf(app)), archivedAt),
    ]),
  );
}

function manifestOf({ packageName, component }: InstalledApp): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="${packageName}">
    <application android:hasCode="false">
        <activity android:name="${component.split("/").at(-1)}" android:exported="true" />
    </application>
</manifest>
`;
}
