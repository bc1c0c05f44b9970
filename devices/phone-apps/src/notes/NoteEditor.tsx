import { mdiClose, mdiImageBrokenVariant, mdiTrashCanOutline } from "@mdi/js";
import { Field, Icon, Image, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useBack, useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Outline } from "@terrarium/phone-ui/widgets/Outline.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useCallback, useState, type ReactElement } from "react";
import { viewIntent } from "../file-intents.ts";
import { formatWhen } from "../format-when.ts";
import { isEmptyNote, type Note } from "./notes-store.ts";
import { NOTES_STRINGS } from "./strings.ts";

interface NoteEditorProps {
  note: Note;
  /** Called at once on every change. */
  onChange: (note: Note) => void;
  onClose: (note: Note) => void;
  onDelete: (note: Note) => void;
}

export function NoteEditor(props: NoteEditorProps): ReactElement {
  const colors = useColors();
  const strings = useStrings(NOTES_STRINGS);
  const language = useLanguage();
  const { clock } = useServices();
  const minuteMs = useSystem((state) => state.minuteMs);
  const [note, setNote] = useState(props.note);
  const { onClose, onChange } = props;
  const close = useCallback(() => onClose(note), [note, onClose]);
  useBack(close);
  const edit = (change: Partial<Note>): void => {
    const next = { ...note, ...change, updatedMs: clock.nowMs() };
    setNote(next);
    onChange(next);
  };
  const words = strings.words(note.body.match(/\S+/g)?.length ?? 0);
  const field = { color: colors.primary, placeholderColor: colors.outline } as const;
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateX: 32 }}>
      <TopBar title="" onBack={close}>
        <IconButton
          id="delete_note"
          path={mdiTrashCanOutline}
          label={strings.deleteNote}
          onPress={() => props.onDelete(note)}
        />
      </TopBar>
      <Scroll style={{ grow: 1, basis: 0 }}>
        <Column paddingX={24}>
          <View style={{ paddingBottom: 24 + NAVIGATION_HEIGHT }}>
            <Field
              id="note_title"
              text={{ ...TYPE.headline, weight: 500, color: colors.onSurface }}
              {...field}
              label={strings.title}
              placeholder={strings.title}
              value={note.title}
              onChange={(title) => edit({ title })}
              enterAction="next"
              wraps
              takesFocus={isEmptyNote(props.note)}
              style={{ paddingY: 4 }}
            />
            <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} style={{ marginBottom: 8 }}>
              {`${formatWhen(note.updatedMs, minuteMs, language)} · ${words}`}
            </Text>
            {note.pictures.map((path) => (
              <NotePicture
                key={path}
                path={path}
                onRemove={() => edit({ pictures: note.pictures.filter((each) => each !== path) })}
              />
            ))}
            <Field
              id="note_body"
              text={{ ...TYPE.bodyLarge, lineHeight: 26, color: colors.onSurface }}
              {...field}
              label={strings.note}
              placeholder={strings.placeholder}
              value={note.body}
              onChange={(body) => edit({ body })}
              multiline
              style={{ paddingY: 8, minHeight: 160 }}
            />
          </View>
        </Column>
      </Scroll>
    </View>
  );
}

/** A picture of the device in a note. A tap opens it in the gallery. The note stores only its path. */
function NotePicture({ path, onRemove }: { path: string; onRemove: () => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(NOTES_STRINGS);
  const services = useServices();
  const [gone, setGone] = useState(false);
  return (
    <View
      id="picture"
      role="image"
      label={strings.openPicture}
      onPress={() => services.startActivity(viewIntent(path))}
      style={{
        height: gone ? 96 : 220,
        radius: SHAPE.large,
        clip: true,
        marginY: 8,
        align: "center",
        justify: "center",
        background: colors.surfaceContainer,
      }}
    >
      {gone ? (
        <View passThrough style={{ align: "center", gap: 8 }}>
          <Icon path={mdiImageBrokenVariant} size={28} color={colors.outline} passThrough />
          <Text text={TYPE.body} color={colors.onSurfaceVariant} passThrough>
            {strings.pictureGone}
          </Text>
        </View>
      ) : (
        <Image
          passThrough
          source={{ path }}
          fit="cover"
          onImageError={() => setGone(true)}
          style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }}
        />
      )}
      <Outline radius={SHAPE.large} />
      <View style={{ absolute: true, top: 6, right: 6 }}>
        <IconButton
          id="remove_picture"
          path={mdiClose}
          label={strings.removePicture}
          color="#ffffff"
          background="#00000080"
          onPress={onRemove}
        />
      </View>
    </View>
  );
}
