import { mdiImageMultiple } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { GalleryScreen } from "./GalleryScreen.tsx";
import { GALLERY_STRINGS } from "./strings.ts";

export const GALLERY_APP: App = {
  packageName: "com.terrarium.gallery",
  strings: GALLERY_STRINGS,
  icon: { path: mdiImageMultiple, color: "#c9503f" },
  Screen: GalleryScreen,
  intents: [{ action: "android.intent.action.VIEW", mimeType: "image/*" }],
};
