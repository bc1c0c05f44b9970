import { mdiAccountOutline, mdiAccountSearchOutline, mdiPlus } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import type { HostProps } from "@terrarium/phone-ui/render/node";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { itemTops, LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useMemo, useState, type ReactElement } from "react";
import { dialled } from "../phone-number.ts";
import { sectionOf } from "./contact-section.ts";
import { displayName, type Contact } from "./contact.ts";
import { FastScroller } from "./FastScroller.tsx";
import { CONTACTS_STRINGS } from "./strings.ts";

interface Row {
  key: string;
  height: number;
  contact: Contact;
  /** The section that starts with this row: its letter, or a star for favourites. */
  section: string | undefined;
}

const ROW_HEIGHT = 60;
const PADDING_TOP = 4;
/** Smallest number of contacts for the fast scroller. With fewer, scrolling by hand is faster. */
const FAST_SCROLL_FROM = 12;

export function ContactList(props: {
  contacts: readonly Contact[];
  selected: number | undefined;
  onOpen: (id: number) => void;
  onCreate: () => void;
}): ReactElement {
  const { contacts, onOpen } = props;
  const texts = useStrings(CONTACTS_STRINGS);
  const { fontScale } = useScreen();
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  const [query, setQuery] = useState("");
  const [scrollTo, setScrollTo] = useState<HostProps["scrollTo"]>();
  const height = Math.round(ROW_HEIGHT * Math.max(1, fontScale));
  const rows = useMemo(() => toRows(contacts, query, height), [contacts, query, height]);
  const sections = useMemo(() => {
    const tops = itemTops(rows, PADDING_TOP);
    return rows.flatMap(({ section }, index) => (section ? [{ name: section, top: tops[index] ?? 0 }] : []));
  }, [rows]);
  const fast = query === "" && !keyboard && contacts.length >= FAST_SCROLL_FROM;
  return (
    <View style={{ grow: 1 }}>
      <View style={{ paddingX: 16, paddingTop: 8, paddingBottom: 8 }}>
        <SearchField id="search" label={texts.search} value={query} onChange={setQuery} />
      </View>
      {rows.length === 0 ? (
        <EmptyState
          icon={query === "" ? mdiAccountOutline : mdiAccountSearchOutline}
          title={query === "" ? texts.none : texts.nobody(query)}
          text={query === "" ? texts.noneHint : texts.nobodyHint}
        />
      ) : (
        <View style={{ grow: 1, basis: 0 }}>
          <LazyColumn
            id="contacts"
            items={rows}
            paddingTop={PADDING_TOP}
            paddingBottom={88 + NAVIGATION_HEIGHT}
            scrollTo={scrollTo}
            render={(row) => (
              <ContactRow
                row={row}
                selected={row.contact.id === props.selected}
                onPress={() => onOpen(row.contact.id)}
              />
            )}
          />
          {fast ? <FastScroller sections={sections} onJump={(top) => setScrollTo({ offset: top })} /> : null}
        </View>
      )}
      <Fab id="new_contact" icon={mdiPlus} label={texts.newContact} onPress={props.onCreate} />
    </View>
  );
}

function ContactRow({ row, selected, onPress }: { row: Row; selected: boolean; onPress: () => void }): ReactElement {
  const colors = useColors();
  const texts = useStrings(CONTACTS_STRINGS);
  const { contact, section } = row;
  const name = displayName(contact) ?? texts.nameless;
  const second = contact.name !== "" && contact.company !== "" ? contact.company : undefined;
  return (
    <View style={{ grow: 1, direction: "row", align: "center", paddingRight: 32 }} passThrough>
      <Text
        text={{ ...TYPE.titleMedium, textAlign: "center" }}
        color={colors.primary}
        style={{ width: 48 }}
        {...(section === "★" ? { label: texts.favourites } : {})}
      >
        {section ?? ""}
      </Text>
      <View
        id="contact"
        label={name}
        selected={selected}
        onPress={onPress}
        rippleColor={colors.onSurface}
        style={{
          grow: 1,
          basis: 0,
          height: "100%",
          direction: "row",
          align: "center",
          gap: 16,
          paddingX: 10,
          radius: 18,
          ...(selected ? { background: colors.secondaryContainer } : {}),
        }}
      >
        <Avatar name={name} />
        <View style={{ grow: 1, basis: 0 }} passThrough>
          <Text text={TYPE.bodyLarge} color={colors.onSurface} maxLines={1} passThrough>
            {name}
          </Text>
          {second === undefined ? null : (
            <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} maxLines={1} passThrough>
              {second}
            </Text>
          )}
        </View>
      </View>
    </View>
  );
}

function toRows(contacts: readonly Contact[], query: string, height: number): Row[] {
  if (query.trim() !== "") {
    const matching = contacts.filter((contact) => matches(contact, query.trim()));
    return matching.map((contact) => ({ key: String(contact.id), height, contact, section: undefined }));
  }
  const favourites = contacts.filter((contact) => contact.favourite);
  let last: string | undefined;
  return [
    ...favourites.map((contact, index) => ({
      key: `favourite-${contact.id}`,
      height,
      contact,
      section: index === 0 ? "★" : undefined,
    })),
    ...contacts.map((contact) => {
      const section = sectionOf(contact);
      const begins = section !== last;
      last = section;
      return { key: String(contact.id), height, contact, section: begins ? section : undefined };
    }),
  ];
}

function matches(contact: Contact, query: string): boolean {
  const wanted = query.toLowerCase();
  const digits = /^[+\d\s().-]+$/.test(query) ? dialled(query) : "";
  return (
    [contact.name, contact.company, contact.note, ...contact.emails.map(({ value }) => value)].some((text) =>
      text.toLowerCase().includes(wanted),
    ) ||
    (digits !== "" && contact.phones.some(({ value }) => dialled(value).includes(digits)))
  );
}
