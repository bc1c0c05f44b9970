import { fileURLToPath } from "node:url";

/** The fake virtual device that tests of the server start. */
export const FAKE_DEVICE = fileURLToPath(new URL("fake-device.mjs", import.meta.url));
