import type { ReactElement } from "react";
import { Text, View } from "../../../render/elements.ts";
import { STRIP_HEIGHT, WIDEST_KEYBOARD } from "../../../services/key-sizes.ts";
import { useColors, useSystem } from "../../../services/services.ts";
import { useInternals } from "../../internals.ts";

/** Words that complete or correct the typed one, above the keys; the best is in the middle. A tap inserts one. */
export function SuggestionStrip(): ReactElement {
  const colors = useColors();
  const { suggest, complete } = useInternals();
  const typed = useSystem((state) => state.composing);
  const [best, second, third] = suggest(typed);
  const cells = [second, best, third];
  return (
    <View
      style={{
        direction: "row",
        align: "center",
        width: "100%",
        maxWidth: WIDEST_KEYBOARD,
        height: STRIP_HEIGHT,
        paddingX: 4,
      }}
    >
      {cells.map((word, index) => (
        <View
          // oxlint-disable-next-line react/no-array-index-key -- the three places are fixed
          key={index}
          passThrough
          style={{ grow: 1, basis: 0 }}
        >
          {index > 0 && word !== undefined && cells[index - 1] !== undefined ? (
            <View
              passThrough
              style={{ absolute: true, left: 0, top: 12, width: 1, height: 20, background: colors.outlineVariant }}
            />
          ) : null}
          {word === undefined ? null : (
            <View
              id="suggestion"
              role="button"
              label={word}
              onPress={() => complete(word)}
              rippleColor={colors.onSurface}
              style={{ height: STRIP_HEIGHT, radius: 9, paddingX: 6, align: "center", justify: "center" }}
            >
              <Text
                text={{ size: 16, lineHeight: 22, weight: index === 1 ? 500 : 400, color: "", fixed: true }}
                color={colors.onSurface}
                maxLines={1}
                passThrough
              >
                {word}
              </Text>
            </View>
          )}
        </View>
      ))}
    </View>
  );
}
