import { mdiNoteText } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { NotesScreen } from "./NotesScreen.tsx";

export const NOTES_APP: App = {
  packageName: "com.terrarium.notes",
  component: "com.terrarium.notes/.MainActivity",
  label: { en: "Notes", zh: "记事本" },
  icon: { path: mdiNoteText, glyph: "#4a3206", colors: ["#ffe08a", "#f3ae3d"] },
  Screen: NotesScreen,
  intents: [
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
    { action: "android.intent.action.SEND", mimeType: "image/*" },
  ],
};
