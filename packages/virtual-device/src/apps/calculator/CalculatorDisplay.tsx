import type { ReactElement } from "react";
import { Text, View } from "../../ui/render/elements.ts";
import { useColors } from "../../ui/system/services.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { shape, type } from "../../ui/theme.ts";
import { groupDigits, preview, type Calculation } from "./calculator.ts";
import { calculatorStrings } from "./strings.ts";

const historyLineHeight = 36;

/** The earlier calculations that fit, what is being written, and what it comes to. A tap on an earlier one uses it. */
export function CalculatorDisplay(props: {
  state: Calculation;
  onChange: (next: Calculation) => void;
  /** dp */
  height: number;
}): ReactElement {
  const { state, onChange, height } = props;
  const colors = useColors();
  const strings = useStrings(calculatorStrings);
  const expression = groupDigits(state.expression);
  const size = height < 110 ? 30 : expression.length <= 9 ? 56 : expression.length <= 13 ? 44 : 30;
  const fitting = Math.max(0, Math.floor((height - size * 1.2 - 28 - 24) / historyLineHeight));
  const below = state.error === undefined ? (preview(state) ?? "") : strings.errors[state.error];
  return (
    <View
      style={{
        height,
        background: colors.surfaceLow,
        radius: shape.extraLarge,
        clip: true,
        paddingX: 20,
        paddingBottom: height < 110 ? 6 : 12,
      }}
    >
      <View style={{ grow: 1, basis: 0, justify: "end" }}>
        {(fitting === 0 ? [] : state.history.slice(-fitting)).map((entry) => (
          <View
            key={entry.id}
            id={`history_${entry.id}`}
            onPress={() => onChange({ ...state, ...reuse(entry.result) })}
            rippleColor={colors.onSurface}
            label={`${entry.expression} = ${entry.result}`}
            style={{ height: historyLineHeight, justify: "center", radius: 12 }}
          >
            <Text
              text={{ ...type.bodyLarge, textAlign: "end", fixed: true }}
              color={colors.onSurfaceVariant}
              maxLines={1}
            >
              {`${entry.expression} = ${entry.result}`}
            </Text>
          </View>
        ))}
      </View>
      <Text
        id="formula"
        text={{ size, lineHeight: size * 1.2, weight: 400, color: "", textAlign: "end", fixed: true }}
        color={colors.onSurface}
        maxLines={2}
        label={strings.expression}
      >
        {expression === "" ? "0" : expression}
      </Text>
      <Text
        id="result"
        text={{ ...type.title, textAlign: "end", fixed: true }}
        color={state.error === undefined ? colors.onSurfaceVariant : colors.error}
        maxLines={1}
        label={strings.result}
      >
        {below}
      </Text>
    </View>
  );
}

function reuse(result: string): Pick<Calculation, "expression" | "answer" | "finished" | "error"> {
  return { expression: result.replaceAll(",", ""), answer: undefined, finished: true, error: undefined };
}
