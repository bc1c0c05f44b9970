import { type ApkIdentity, readManifest } from "./read-manifest.ts";
import { readZipEntry } from "./read-zip-entry.ts";

const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Largest APK that is read. The largest known helper has 18 MB. */
export const MAX_APK_BYTES = 48 * 1024 * 1024;

/** Returns the identity of an APK; undefined for any other file. */
export function readApk(apk: Buffer): ApkIdentity | undefined {
  const manifest = readZipEntry(apk, "AndroidManifest.xml", MAX_MANIFEST_BYTES);
  return manifest && readManifest(manifest);
}
