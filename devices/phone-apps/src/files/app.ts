import { mdiFolder } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { FilesScreen } from "./FilesScreen.tsx";
import { FILES_STRINGS } from "./strings.ts";

export const FILES_APP: App = {
  packageName: "com.terrarium.files",
  strings: FILES_STRINGS,
  icon: { path: mdiFolder, color: "#1c7fa6" },
  Screen: FilesScreen,
  intents: [{ action: "android.intent.action.VIEW", mimeType: "*/*" }],
  docked: true,
};
