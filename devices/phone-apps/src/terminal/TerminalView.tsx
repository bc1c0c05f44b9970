import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { readRow } from "./row-cells.ts";
import { TERMINAL_STRINGS } from "./strings.ts";
import { terminalColors } from "./terminal-colors.ts";
import type { TerminalTab } from "./terminal-tab.ts";
import { cellSize, TerminalRow } from "./TerminalRow.tsx";

/** Larger than the height of any scrollback, in dp. */
const THE_END = 1e7;

/** Shows a shell's output. The view follows the end unless the user scrolls away from it. */
export function TerminalView(props: {
  tab: TerminalTab;
  fontSize: number;
  rows: number;
  /** Both must stay the same functions. Otherwise every change creates all lines again. */
  onPress: () => void;
  onLongPress: (line: number) => void;
}): ReactElement {
  const { tab, fontSize, rows, onPress, onLongPress } = props;
  useSyncExternalStore(tab.subscribe, tab.version);
  const theme = useSystem((state) => state.theme);
  const colors = terminalColors(theme, useColors());
  const { height } = cellSize(fontSize);
  const { length } = tab.buffer;
  const items = useMemo(() => Array.from({ length }, (_, line) => ({ key: String(line), height })), [length, height]);
  /** The tab's `typed` counter when the user scrolled away from the end. New input scrolls back to the end. */
  const [awayAt, setAwayAt] = useState<number>();
  const away = awayAt === tab.typed;
  // Each change of the end creates a new object and so scrolls to the end.
  const end = useMemo(() => ({ offset: THE_END, length, rows, height }), [length, rows, height]);
  const { cursor } = tab;
  return (
    <View style={{ grow: 1, basis: 0, justify: "end" }}>
      {/* Shows whole rows only. The remaining space stays empty above them. */}
      <View style={{ height: rows * height, shrink: 1 }}>
        <LazyColumn
          id="terminal"
          items={items}
          scrollTo={away ? undefined : end}
          onScroll={(offset) => setAwayAt(offset < (length - rows - 1) * height ? tab.typed : undefined)}
          render={(_item, line) => {
            const column = cursor?.line === line ? cursor.column : undefined;
            const { text, runs } = readRow(tab.buffer.getLine(line), tab.columns, colors, column);
            return (
              <TerminalRow
                text={text}
                runs={JSON.stringify(runs)}
                fontSize={fontSize}
                line={line}
                onPress={onPress}
                onLongPress={onLongPress}
              />
            );
          }}
        />
      </View>
      {tab.exitCode === undefined ? null : <Ended code={tab.exitCode} onRestart={() => tab.start()} />}
    </View>
  );
}

function Ended({ code, onRestart }: { code: number; onRestart: () => void }): ReactElement {
  const colors = useColors();
  const texts = useStrings(TERMINAL_STRINGS);
  return (
    <View style={{ direction: "row", align: "center", gap: 12, paddingRight: 8, paddingBottom: 8 }}>
      <Text id="ended" text={TYPE.body} color={colors.onSurfaceVariant} style={{ grow: 1, basis: 0 }}>
        {texts.ended(code)}
      </Text>
      <Button id="restart" label={texts.restart} onPress={onRestart} />
    </View>
  );
}
