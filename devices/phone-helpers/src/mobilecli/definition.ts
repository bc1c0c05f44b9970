import type { HelperDefinition } from "../host/helper-definition.ts";

/** The device server of github.com/mobile-next/mobilecli 1.0, which mobile-mcp uses over adb. */
export const mobilecli: HelperDefinition = {
  classes: {
    "com.mobilenext.mobilecli.DeviceServer": async () => (await import("./server.ts")).runMobilecliServer,
  },
};
