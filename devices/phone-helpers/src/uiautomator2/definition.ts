import type { HelperDefinition } from "../host/helper-definition.ts";

const SERVER = "io.appium.uiautomator2.server";

/** The server of Appium's driver UiAutomator2: github.com/appium/appium-uiautomator2-server 10. */
export const uiautomator2: HelperDefinition = {
  apks: {
    [SERVER]: {},
    [`${SERVER}.test`]: {
      instrumentation: {
        runner: "androidx.test.runner.AndroidJUnitRunner",
        target: SERVER,
        load: async () => (await import("./server.ts")).runUiAutomator2Server,
      },
    },
  },
};
