import { View } from "@terrarium/phone-ui/render/elements";
import { useIntent, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Snackbar } from "@terrarium/phone-ui/widgets/Snackbar.tsx";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { pathOfUri } from "../file-intents.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { isEmptyNote, newNote, NotesStore, type Note } from "./notes-store.ts";
import { NotesList } from "./NotesList.tsx";
import { NOTES_STRINGS } from "./strings.ts";

const UNDO_MS = 6000;

/** Shows all notes, and the editor of the open one. */
export function NotesScreen(): ReactElement {
  const { dataDir, clock, random, log, run, showToast } = useServices();
  const strings = useStrings(NOTES_STRINGS);
  const store = useMemo(() => new NotesStore(dataDir, log), [dataDir, log]);
  const notes = useSyncExternalStore(store.subscribe, store.get);
  const [open, setOpen] = useState<Note>();
  const [deleted, setDeleted] = useState<readonly Note[]>([]);
  useShared(
    useCallback(
      (note: Note) => {
        store.save(note);
        setOpen(note);
      },
      [store],
    ),
  );
  useEffect(() => {
    if (deleted.length === 0) return undefined;
    const timer = clock.startTimer(UNDO_MS, () => run(() => setDeleted([])));
    return () => timer.cancel();
  }, [clock, deleted, run]);

  // An emptied note is deleted at once, in case the app ends now.
  const keep = (note: Note): void => {
    try {
      if (isEmptyNote(note)) store.delete([note.id]);
      else store.save(note);
    } catch (error) {
      showToast(strings.notSaved(error instanceof Error ? error.message : String(error)));
    }
  };
  const remove = (gone: readonly Note[]): void => {
    store.delete(gone.map((note) => note.id));
    setOpen(undefined);
    setDeleted(gone.filter((note) => !isEmptyNote(note)));
  };
  if (open) {
    return (
      <NoteEditor
        key={open.id}
        note={open}
        onChange={keep}
        onClose={(note) => (isEmptyNote(note) ? remove([note]) : setOpen(undefined))}
        onDelete={(note) => remove([note])}
      />
    );
  }
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <NotesList
        notes={notes}
        onOpen={setOpen}
        onCreate={() => setOpen(newNote(random.uuid(), clock.nowMs()))}
        onDelete={remove}
      />
      {deleted.length > 0 ? (
        <Snackbar
          text={strings.deleted(deleted.length)}
          action={strings.undo}
          onAction={() => {
            store.save(...deleted);
            setDeleted([]);
          }}
        />
      ) : null}
    </View>
  );
}

/** Creates a note from each text or picture that another app shares, once. */
function useShared(onNote: (note: Note) => void): void {
  const intent = useIntent();
  const { clock, random, run } = useServices();
  useEffect(() => {
    if (intent?.action !== "android.intent.action.SEND") return;
    const { extras = {} } = intent;
    const picture = pathOfUri(extras["android.intent.extra.STREAM"] ?? intent.dataUri);
    const note = newNote(random.uuid(), clock.nowMs(), {
      title: extras["android.intent.extra.SUBJECT"] ?? "",
      body: extras["android.intent.extra.TEXT"] ?? "",
      pictures: picture === undefined ? [] : [picture],
    });
    if (!isEmptyNote(note)) run(() => onNote(note));
  }, [clock, intent, onNote, random, run]);
}
