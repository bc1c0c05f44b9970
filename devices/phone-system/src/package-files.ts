import type { InstalledApp } from "./system-ui.ts";
import { zipOf } from "./zip.ts";

/** A ZIP archive has to tell a time; this is the first that it can (APPNOTE.TXT, MS-DOS format). */
const archivedAt = new Date("1980-01-01T00:00:00Z");

/** Where a package's file is. */
export function apkPath(packageName: string): string {
  const name = packageName.split(".").at(-1) ?? packageName;
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return `/system/app/${title}/${title}.apk`;
}

/**
 * The packages' files, by path without the first slash. The apps are part of the system and have no code in Android's
 * form, so each holds its manifest only, as text.
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
