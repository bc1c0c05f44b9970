import { mdiArrowLeft, mdiTrashCanOutline } from "@mdi/js";
import { useCallback, useState, type ReactElement } from "react";
import { Field, Scroll, Text, View } from "../../ui/render/elements.ts";
import { useBack, useColors, useScreen, useSystem } from "../../ui/system/services.ts";
import { navigationHeight } from "../../ui/system/StatusBar.tsx";
import { type } from "../../ui/theme.ts";
import { IconButton } from "../../ui/widgets/IconButton.tsx";
import { formatWhen } from "../format-when.ts";
import type { Note } from "./notes-store.ts";

interface NoteEditorProps {
  note: Note;
  /** Every change, at once. */
  onChange: (note: Note) => void;
  onClose: (note: Note) => void;
  onDelete: (note: Note) => void;
}

export function NoteEditor(props: NoteEditorProps): ReactElement {
  const colors = useColors();
  const { widthDp } = useScreen();
  const minuteMs = useSystem((state) => state.minuteMs);
  const [note, setNote] = useState(props.note);
  const { onClose, onChange } = props;
  const close = useCallback(() => onClose(note), [note, onClose]);
  useBack(close);
  const edit = (change: Partial<Note>): void => {
    const next = { ...note, ...change, updatedMs: Date.now() };
    setNote(next);
    onChange(next);
  };
  const field = { color: colors.primary, placeholderColor: colors.outline } as const;
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateX: 32 }}>
      <View style={{ direction: "row", align: "center", justify: "between", height: 56, paddingX: 4 }}>
        <IconButton path={mdiArrowLeft} label="Back" color={colors.onSurface} onPress={close} />
        <IconButton
          path={mdiTrashCanOutline}
          label="Delete note"
          color={colors.onSurfaceVariant}
          onPress={() => props.onDelete(note)}
        />
      </View>
      <Scroll style={{ grow: 1, basis: 0 }}>
        <View
          style={{
            paddingX: 24,
            paddingBottom: 24 + navigationHeight,
            width: "100%",
            maxWidth: 760,
            alignSelf: widthDp > 760 ? "center" : "stretch",
          }}
        >
          <Field
            text={{ ...type.headline, weight: 500, color: colors.onSurface }}
            {...field}
            label="Title"
            placeholder="Title"
            value={note.title}
            onChange={(title) => edit({ title: title.replaceAll("\n", " ") })}
            multiline
            takesFocus={props.note.title === "" && props.note.body === ""}
            style={{ paddingY: 4 }}
          />
          <Text text={type.bodySmall} color={colors.onSurfaceVariant} style={{ marginBottom: 8 }}>
            {describe(note, minuteMs)}
          </Text>
          <Field
            text={{ ...type.bodyLarge, lineHeight: 26, color: colors.onSurface }}
            {...field}
            label="Note"
            placeholder="Write something"
            value={note.body}
            onChange={(body) => edit({ body })}
            multiline
            style={{ paddingY: 8, minHeight: 160 }}
          />
        </View>
      </Scroll>
    </View>
  );
}

function describe(note: Note, nowMs: number): string {
  const words = note.body.match(/\S+/g)?.length ?? 0;
  return `${formatWhen(note.updatedMs, nowMs)} · ${words === 1 ? "1 word" : `${words} words`}`;
}
