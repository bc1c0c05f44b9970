import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import type { Intent } from "@terrarium/phone-system/system-ui";

/** Returns the `file:` address of a device file. */
export function fileUri(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Returns the path of a `file:` address, or undefined for other addresses and malformed ones. */
export function pathOfUri(uri: string | undefined): string | undefined {
  const path = /^file:\/\/(\/.*)$/i.exec(uri ?? "")?.[1];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone "%" is literal, as in a hand-typed path.
    return path;
  }
}

/** Returns an intent that opens the file in the app for its type. */
export function viewIntent(path: string): Intent {
  const mimeType = mimeTypeOf(path);
  return {
    action: "android.intent.action.VIEW",
    dataUri: fileUri(path),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}
