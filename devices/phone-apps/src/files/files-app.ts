import { mdiFolder } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { FilesScreen } from "./FilesScreen.tsx";

export const FILES_APP: App = {
  packageName: "com.terrarium.files",
  component: "com.terrarium.files/.MainActivity",
  label: { en: "Files", zh: "文件" },
  icon: { path: mdiFolder, glyph: "#eaf6ff", colors: ["#57a5d8", "#20639b"] },
  Screen: FilesScreen,
  intents: [{ action: "android.intent.action.VIEW", mimeType: "*/*" }],
};
