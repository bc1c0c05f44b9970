import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import type { Intent } from "@terrarium/phone-system/system-ui";

/** The address of a file of the device. */
export function fileUri(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The file that a `file:` address means; undefined for another one, or one that cannot be read. */
export function pathOfUri(uri: string | undefined): string | undefined {
  const path = /^file:\/\/(\/.*)$/i.exec(uri ?? "")?.[1];
  if (path === undefined) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone "%" stands for itself, as where somebody typed the path by hand.
    return path;
  }
}

/** Asks for the app that shows files of this type. */
export function viewIntent(path: string): Intent {
  const mimeType = mimeTypeOf(path);
  return {
    action: "android.intent.action.VIEW",
    dataUri: fileUri(path),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}
