import { mdiCheckCircle, mdiMagnifyClose, mdiNoteTextOutline, mdiPlus, mdiTrashCanOutline } from "@mdi/js";
import { cutText } from "@terrarium/bounds/cut-text";
import { Icon, Image, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useBack, useColors, useScreen, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Outline } from "@terrarium/phone-ui/widgets/Outline.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useCallback, useState, type ReactElement } from "react";
import { formatWhen } from "../format-when.ts";
import { searchNotes, type Note } from "./notes-store.ts";
import { NOTES_STRINGS } from "./strings.ts";

/** Number of cards to draw at first, and to add with each further step. */
const SHOWN_AT_ONCE = 60;
/** Largest number of characters of a text on a card, in any script. */
const CARD_CHARS_MAX = 400;

/** Shows the notes that match the search as cards. A long press starts a selection. */
export function NotesList(props: {
  notes: readonly Note[];
  onOpen: (note: Note) => void;
  onCreate: () => void;
  onDelete: (notes: readonly Note[]) => void;
}): ReactElement {
  const { notes, onOpen, onCreate, onDelete } = props;
  const colors = useColors();
  const strings = useStrings(NOTES_STRINGS);
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const chosen = notes.filter((note) => selected.includes(note.id));
  const clear = useCallback(() => setSelected([]), []);
  useBack(chosen.length > 0 ? clear : undefined);
  const toggle = (note: Note): void =>
    setSelected(selected.includes(note.id) ? selected.filter((id) => id !== note.id) : [...selected, note.id]);
  const found = searchNotes(notes, query);
  return (
    <View style={{ grow: 1, basis: 0 }}>
      {chosen.length > 0 ? (
        <TopBar title={`${chosen.length}`} label={strings.selected(chosen.length)} onClose={clear} large>
          <IconButton
            id="delete_selected"
            path={mdiTrashCanOutline}
            label={strings.deleteSelected}
            color={colors.onSecondaryContainer}
            onPress={() => {
              clear();
              onDelete(chosen);
            }}
          />
        </TopBar>
      ) : (
        <TopBar title={strings.appName} subtitle={strings.count(notes.length)} large />
      )}
      {notes.length === 0 ? (
        <EmptyState icon={mdiNoteTextOutline} title={strings.empty} text={strings.emptyHint} />
      ) : (
        <>
          <View style={{ paddingX: 16, paddingTop: 6, paddingBottom: 12 }}>
            <SearchField id="search" label={strings.search} value={query} onChange={setQuery} />
          </View>
          {found.length === 0 ? (
            <EmptyState
              icon={mdiMagnifyClose}
              title={strings.nothingFound(query.trim())}
              text={strings.nothingFoundHint}
            />
          ) : (
            <Cards notes={found} selected={selected} onPress={chosen.length > 0 ? toggle : onOpen} onHold={toggle} />
          )}
        </>
      )}
      {chosen.length > 0 ? null : <Fab id="new_note" icon={mdiPlus} label={strings.newNote} onPress={onCreate} />}
    </View>
  );
}

function Cards(props: {
  notes: readonly Note[];
  selected: readonly string[];
  onPress: (note: Note) => void;
  onHold: (note: Note) => void;
}): ReactElement {
  const { notes, selected, onPress, onHold } = props;
  const { widthDp, fontScale } = useScreen();
  const strings = useStrings(NOTES_STRINGS);
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const shown = notes.slice(0, most);
  const columns = widthDp / fontScale >= 840 ? 3 : widthDp / fontScale >= 340 ? 2 : 1;
  return (
    <Scroll id="notes" style={{ grow: 1, basis: 0, paddingX: 16, paddingBottom: 72 + 24 + NAVIGATION_HEIGHT }}>
      <View passThrough style={{ direction: "row", gap: 10 }}>
        {Array.from({ length: columns }, (_, column) => (
          <View key={column} passThrough style={{ grow: 1, basis: 0, gap: 10 }}>
            {shown
              .filter((_note, index) => index % columns === column)
              .map((note) => (
                <NoteCard
                  key={note.id}
                  note={note}
                  selected={selected.includes(note.id)}
                  onPress={() => onPress(note)}
                  onHold={() => onHold(note)}
                />
              ))}
          </View>
        ))}
      </View>
      {notes.length > most ? (
        <View style={{ alignSelf: "center", paddingTop: 16 }}>
          <Button id="more_notes" label={strings.more} onPress={() => setMost(most + SHOWN_AT_ONCE)} />
        </View>
      ) : null}
    </Scroll>
  );
}

function NoteCard(props: { note: Note; selected: boolean; onPress: () => void; onHold: () => void }): ReactElement {
  const { note, selected, onPress, onHold } = props;
  const colors = useColors();
  const strings = useStrings(NOTES_STRINGS);
  const language = useLanguage();
  const minuteMs = useSystem((state) => state.minuteMs);
  const body = cutText(note.body.trimStart(), 2 * CARD_CHARS_MAX).trim();
  const [firstLine = "", ...rest] = body.split("\n");
  const title = note.title.trim() || cutText(firstLine, CARD_CHARS_MAX) || strings.untitled;
  const text = cutText(note.title.trim() ? body : rest.join("\n").trim(), CARD_CHARS_MAX);
  const [picture] = note.pictures;
  return (
    <View
      id="note"
      onPress={onPress}
      onLongPress={onHold}
      label={title}
      selected={selected}
      rippleColor={colors.onSurface}
      style={{
        radius: SHAPE.large,
        clip: true,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      {picture === undefined ? null : (
        <View passThrough>
          <Image passThrough source={{ path: picture }} fit="cover" style={{ height: 132 }} />
          <Outline radius={[SHAPE.large, SHAPE.large, 0, 0]} />
        </View>
      )}
      <View passThrough style={{ padding: 16, gap: 4 }}>
        <Text text={TYPE.titleMedium} color={colors.onSurface} maxLines={2} passThrough>
          {title}
        </Text>
        {text === "" ? null : (
          <Text text={TYPE.body} color={colors.onSurfaceVariant} maxLines={6} passThrough>
            {text}
          </Text>
        )}
        <Text text={TYPE.labelSmall} color={colors.primary} style={{ marginTop: 6 }} passThrough>
          {formatWhen(note.updatedMs, minuteMs, language)}
        </Text>
      </View>
      {selected ? (
        <Icon
          path={mdiCheckCircle}
          size={24}
          color={colors.primary}
          passThrough
          style={{ absolute: true, top: 14, right: 14 }}
        />
      ) : null}
    </View>
  );
}
