import { mdiMessagePlusOutline, mdiMessageTextOutline, mdiMagnifyClose } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { formatTime } from "@terrarium/phone-ui/services/format-clock";
import { useColors, useScreen, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useState, type ReactElement } from "react";
import { formatDay, startOfDay } from "./format-time.ts";
import type { Message, Thread } from "./messages-store.ts";
import { MESSAGES_STRINGS } from "./strings.ts";
import { useNames } from "./use-names.ts";

interface Row {
  key: string;
  height: number;
  thread: Thread;
  /** The message shown in the row: the latest, or the latest match of the search. */
  message: Message;
}

const ROW_HEIGHT = 76;
/** Smallest screen height in dp for a title. On lower screens, the search replaces it. */
const LOW_SCREEN_DP = 480;

export function ConversationList(props: {
  threads: readonly Thread[];
  selected: number | undefined;
  onOpen: (address: string) => void;
  onCreate: () => void;
}): ReactElement {
  const texts = useStrings(MESSAGES_STRINGS);
  const nameOf = useNames();
  const { fontScale, heightDp } = useScreen();
  const [query, setQuery] = useState("");
  const height = Math.round(ROW_HEIGHT * Math.max(1, fontScale));
  const rows = toRows(props.threads, query.trim().toLowerCase(), nameOf, height);
  return (
    <View style={{ grow: 1 }}>
      {heightDp < LOW_SCREEN_DP ? null : <TopBar title={texts.appName} large />}
      <View style={{ paddingX: 16, paddingTop: heightDp < LOW_SCREEN_DP ? 8 : 0, paddingBottom: 8 }}>
        <SearchField id="search" label={texts.search} value={query} onChange={setQuery} />
      </View>
      {rows.length === 0 ? (
        <EmptyState
          icon={query === "" ? mdiMessageTextOutline : mdiMagnifyClose}
          title={query === "" ? texts.none : texts.nothingFound(query)}
          {...(query === "" ? { text: texts.noneHint } : {})}
        />
      ) : (
        <LazyColumn
          id="conversations"
          items={rows}
          paddingTop={4}
          paddingBottom={88 + NAVIGATION_HEIGHT}
          render={(row) => (
            <ConversationRow
              row={row}
              name={nameOf(row.thread.address)}
              selected={row.thread.id === props.selected}
              onPress={() => props.onOpen(row.thread.address)}
            />
          )}
        />
      )}
      <Fab
        id="start_chat"
        icon={mdiMessagePlusOutline}
        label={texts.start}
        text={texts.start}
        onPress={props.onCreate}
      />
    </View>
  );
}

function ConversationRow(props: { row: Row; name: string; selected: boolean; onPress: () => void }): ReactElement {
  const { name, selected } = props;
  const { thread, message } = props.row;
  const colors = useColors();
  const texts = useStrings(MESSAGES_STRINGS);
  const language = useLanguage();
  const minuteMs = useSystem((state) => state.minuteMs);
  const unread = thread.unread > 0;
  const today = startOfDay(message.dateMs) >= startOfDay(minuteMs);
  const color = unread ? colors.onSurface : colors.onSurfaceVariant;
  return (
    <View
      id="conversation"
      label={unread ? `${name}, ${texts.unread(thread.unread)}` : name}
      selected={selected}
      onPress={props.onPress}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        marginX: 8,
        paddingX: 14,
        direction: "row",
        align: "center",
        gap: 16,
        radius: 20,
        ...(selected ? { background: colors.secondaryContainer } : {}),
      }}
    >
      <Avatar name={name} size={48} />
      <View style={{ grow: 1, basis: 0, gap: 2 }} passThrough>
        <Text
          text={{ ...TYPE.bodyLarge, weight: unread ? 700 : 400 }}
          color={colors.onSurface}
          maxLines={1}
          passThrough
        >
          {name}
        </Text>
        <Text text={{ ...TYPE.body, weight: unread ? 500 : 400 }} color={color} maxLines={1} passThrough>
          {snippet(message, texts)}
        </Text>
      </View>
      <View style={{ align: "end", gap: 6 }} passThrough>
        <Text
          text={{ ...TYPE.bodySmall, weight: unread ? 500 : 400 }}
          color={unread ? colors.primary : color}
          passThrough
        >
          {today ? formatTime(message.dateMs) : formatDay(message.dateMs, minuteMs, language, texts)}
        </Text>
        <View
          passThrough
          style={{
            minWidth: 20,
            height: 20,
            radius: 10,
            paddingX: 6,
            align: "center",
            justify: "center",
            ...(unread ? { background: colors.primary } : {}),
          }}
        >
          {unread ? (
            <Text
              text={{ ...TYPE.labelSmall, lineHeight: 16, letterSpacing: 0, fixed: true }}
              color={colors.onPrimary}
              passThrough
            >
              {thread.unread}
            </Text>
          ) : null}
        </View>
      </View>
    </View>
  );
}

function snippet(message: Message, texts: typeof MESSAGES_STRINGS): string {
  const body = message.body.replaceAll(/\s+/g, " ").trim();
  return message.box === "inbox" ? body : texts.you(body);
}

function toRows(threads: readonly Thread[], query: string, nameOf: (address: string) => string, height: number): Row[] {
  return threads.flatMap((thread) => {
    const row = (message: Message): Row => ({ key: String(thread.id), height, thread, message });
    if (query === "" || `${nameOf(thread.address)} ${thread.address}`.toLowerCase().includes(query))
      return row(thread.last);
    const found = thread.messages.findLast((message) => message.body.toLowerCase().includes(query));
    return found ? row(found) : [];
  });
}
