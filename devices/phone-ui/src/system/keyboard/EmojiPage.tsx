import type { ReactElement } from "react";
import { Scroll, Text, View } from "../../render/elements.ts";
import { useColors } from "../../services/services.ts";
import { emoji } from "./layouts.ts";

const CELL = 44;

/** Emoji keys, in place of the three rows of letters. */
export function EmojiPage(props: { widthDp: number; height: number; onChoose: (emoji: string) => void }): ReactElement {
  const colors = useColors();
  const perRow = Math.max(6, Math.floor(props.widthDp / CELL));
  const rows = Array.from({ length: Math.ceil(emoji.length / perRow) }, (_, row) =>
    emoji.slice(row * perRow, (row + 1) * perRow),
  );
  return (
    <Scroll id="emoji_page" style={{ height: props.height }}>
      {rows.map((row) => (
        <View key={row[0]} passThrough style={{ direction: "row", height: CELL }}>
          {row.map((each) => (
            <View
              key={each}
              label={each}
              onPress={() => props.onChoose(each)}
              rippleColor={colors.onSurface}
              style={{ width: props.widthDp / perRow, height: CELL, radius: 9, align: "center", justify: "center" }}
            >
              <Text text={{ size: 24, lineHeight: 32, weight: 400, color: "#000", fixed: true }} passThrough>
                {each}
              </Text>
            </View>
          ))}
        </View>
      ))}
    </Scroll>
  );
}
