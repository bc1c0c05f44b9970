import { mdiNoteText } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { NotesStore } from "./notes-store.ts";
import { NotesScreen } from "./NotesScreen.tsx";
import { NOTES_STRINGS } from "./strings.ts";

export const NOTES_APP: App = {
  packageName: "com.terrarium.notes",
  strings: NOTES_STRINGS,
  icon: { path: mdiNoteText, color: "#b7720b" },
  Screen: NotesScreen,
  userTexts: ({ dataDir, log }) => new NotesStore(dataDir, log).get().flatMap(({ title, body }) => [title, body]),
  intents: [
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
    { action: "android.intent.action.SEND", mimeType: "image/*" },
  ],
};
