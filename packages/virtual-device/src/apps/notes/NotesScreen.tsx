import { randomUUID } from "node:crypto";
import { mdiNoteTextOutline, mdiPlus } from "@mdi/js";
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { Icon, Scroll, Text, View } from "../../ui/render/elements.ts";
import { useColors, useScreen, useServices, useSystem } from "../../ui/system/services.ts";
import { navigationHeight } from "../../ui/system/StatusBar.tsx";
import { type, type Colors } from "../../ui/theme.ts";
import { Snackbar } from "../../ui/widgets/Snackbar.tsx";
import { formatWhen } from "../format-when.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { NotesStore, type Note } from "./notes-store.ts";

const undoMs = 6000;

/** All notes, and the editor of the one that is open. */
export function NotesScreen(): ReactElement {
  const { dataDir, log } = useServices();
  const store = useMemo(() => new NotesStore(dataDir, log), [dataDir, log]);
  const notes = useSyncExternalStore(store.subscribe, store.get);
  const [open, setOpen] = useState<Note>();
  const [deleted, setDeleted] = useState<Note>();
  useEffect(() => {
    if (!deleted) return undefined;
    const timer = setTimeout(() => setDeleted(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [deleted]);

  const remove = (note: Note): void => {
    store.delete(note.id);
    setOpen(undefined);
    if (note.title !== "" || note.body !== "") setDeleted(note);
  };
  if (open) {
    return (
      <NoteEditor
        key={open.id}
        note={open}
        onChange={(note) => store.save(note)}
        onClose={(note) => (note.title === "" && note.body === "" ? remove(note) : setOpen(undefined))}
        onDelete={remove}
      />
    );
  }
  return (
    <View style={{ grow: 1 }}>
      <NotesList notes={notes} onOpen={setOpen} onCreate={() => setOpen(newNote())} />
      {deleted ? (
        <Snackbar
          text="Note deleted"
          action="Undo"
          onAction={() => {
            store.save(deleted);
            setDeleted(undefined);
          }}
        />
      ) : null}
    </View>
  );
}

function newNote(): Note {
  return { id: randomUUID(), title: "", body: "", updatedMs: Date.now() };
}

function NotesList({
  notes,
  onOpen,
  onCreate,
}: {
  notes: readonly Note[];
  onOpen: (note: Note) => void;
  onCreate: () => void;
}): ReactElement {
  const colors = useColors();
  const { widthDp } = useScreen();
  const columns = widthDp >= 840 ? 3 : widthDp >= 600 ? 2 : 1;
  return (
    <View style={{ grow: 1 }}>
      <View
        style={{ direction: "row", align: "end", justify: "between", paddingX: 24, paddingTop: 14, paddingBottom: 12 }}
      >
        <Text text={{ ...type.headline, weight: 500 }} color={colors.onSurface}>
          Notes
        </Text>
        <Text text={type.body} color={colors.onSurfaceVariant} style={{ marginBottom: 4 }}>
          {notes.length === 0 ? "" : notes.length === 1 ? "1 note" : `${notes.length} notes`}
        </Text>
      </View>
      {notes.length === 0 ? (
        <NoNotes colors={colors} />
      ) : (
        <Scroll style={{ grow: 1, basis: 0, paddingX: 16, paddingBottom: 72 + 24 + navigationHeight }}>
          <View style={{ direction: "row", gap: 10 }}>
            {Array.from({ length: columns }, (_, column) => (
              <View key={column} style={{ grow: 1, basis: 0, gap: 10 }}>
                {notes
                  .filter((_note, index) => index % columns === column)
                  .map((note) => (
                    <NoteCard key={note.id} note={note} colors={colors} onPress={() => onOpen(note)} />
                  ))}
              </View>
            ))}
          </View>
        </Scroll>
      )}
      <View
        onPress={onCreate}
        label="New note"
        rippleColor={colors.onPrimaryContainer}
        style={{
          absolute: true,
          right: 20,
          bottom: 8 + navigationHeight,
          width: 60,
          height: 60,
          radius: 18,
          background: colors.primaryContainer,
          shadow: { color: "#00000055", blur: 10, y: 3 },
          align: "center",
          justify: "center",
        }}
      >
        <Icon path={mdiPlus} size={26} color={colors.onPrimaryContainer} />
      </View>
    </View>
  );
}

function NoteCard({ note, colors, onPress }: { note: Note; colors: Colors; onPress: () => void }): ReactElement {
  const minuteMs = useSystem((state) => state.minuteMs);
  const [firstLine = "", ...rest] = note.body.trim().split("\n");
  const title = note.title.trim() || firstLine;
  const text = note.title.trim() ? note.body.trim() : rest.join("\n").trim();
  return (
    <View
      onPress={onPress}
      label={title}
      rippleColor={colors.onSurface}
      style={{ padding: 18, gap: 4, radius: 22, background: colors.surfaceContainer }}
    >
      <Text text={type.titleMedium} color={colors.onSurface} maxLines={2}>
        {title}
      </Text>
      {text === "" ? null : (
        <Text text={type.body} color={colors.onSurfaceVariant} maxLines={4}>
          {text}
        </Text>
      )}
      <Text text={type.labelSmall} color={colors.primary} style={{ marginTop: 6 }}>
        {formatWhen(note.updatedMs, minuteMs)}
      </Text>
    </View>
  );
}

function NoNotes({ colors }: { colors: Colors }): ReactElement {
  return (
    <View style={{ grow: 1, align: "center", justify: "center", paddingX: 40, paddingBottom: 72, gap: 8 }}>
      <View
        style={{
          width: 96,
          height: 96,
          radius: 32,
          align: "center",
          justify: "center",
          background: colors.secondaryContainer,
          marginBottom: 12,
        }}
      >
        <Icon path={mdiNoteTextOutline} size={44} color={colors.onSecondaryContainer} />
      </View>
      <Text text={{ ...type.title, textAlign: "center" }} color={colors.onSurface}>
        No notes yet
      </Text>
      <Text text={{ ...type.body, textAlign: "center" }} color={colors.onSurfaceVariant}>
        Tap + to write the first one.
      </Text>
    </View>
  );
}
