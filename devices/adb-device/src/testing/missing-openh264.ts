import { loadOpenH264 } from "../video/encoder/openh264-library.ts";

/** Returns why this machine cannot use OpenH264; undefined if it can. */
export const missingOpenH264 = (): Promise<string | undefined> =>
  loadOpenH264().then(
    () => undefined,
    (error: unknown) => String(error),
  );
