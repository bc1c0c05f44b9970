import { mdiImageMultiple } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { GalleryScreen } from "./GalleryScreen.tsx";

export const GALLERY_APP: App = {
  packageName: "com.terrarium.gallery",
  component: "com.terrarium.gallery/.MainActivity",
  label: { en: "Gallery", zh: "图库" },
  icon: { path: mdiImageMultiple, glyph: "#fff3ee", colors: ["#ec8a6c", "#b4485a"] },
  Screen: GalleryScreen,
  intents: [{ action: "android.intent.action.VIEW", mimeType: "image/*" }],
};
