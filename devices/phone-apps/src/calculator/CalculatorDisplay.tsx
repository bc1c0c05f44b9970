import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { measureText } from "@terrarium/phone-ui/render/text-layout";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { shape, type } from "@terrarium/phone-ui/theme";
import { useMemo, type ReactElement } from "react";
import { groupDigits, preview, type Calculation } from "./calculator.ts";
import { calculatorStrings } from "./strings.ts";

const historyLineHeight = 36;
const paddingX = 20;
/** A display below this height, in dp, has room for one line and its result. */
const lowHeight = 110;
const sizes = [56, 44, 34, 26] as const;

/** Shows as many earlier calculations as fit, the current input and its result. A tap on an earlier one reuses it. */
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
  const formula = expression === "" ? "0" : expression;
  const { size, fits } = useFittingSize(formula, height);
  const end = useMemo(() => ({ offset: Infinity, of: formula }), [formula]);
  const fitting = Math.max(0, Math.floor((height - size * 1.2 - 28 - 24) / historyLineHeight));
  const below = state.error === undefined ? (preview(state) ?? "") : strings.errors[state.error];
  return (
    <View
      style={{
        height,
        background: colors.surfaceLow,
        radius: shape.extraLarge,
        clip: true,
        paddingX,
        paddingBottom: height < lowHeight ? 6 : 12,
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
      {/* Text longer than the line scrolls to its end, where the user types. */}
      <Scroll horizontal scrollTo={end} style={fits ? { justify: "end" } : {}}>
        <Text
          id="formula"
          text={{ size, lineHeight: size * 1.2, weight: 400, color: "", fixed: true }}
          color={colors.onSurface}
          maxLines={1}
          label={strings.expression}
        >
          {formula}
        </Text>
      </Scroll>
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

/** Returns the largest text size that fits the line and the display, or the smallest size. */
function useFittingSize(text: string, height: number): { size: number; fits: boolean } {
  const { widthDp } = useScreen();
  const room = widthDp - 2 * (16 + paddingX);
  const fits = (size: number): boolean =>
    (height >= lowHeight || size <= 34) && measureText(text, { sizePx: size, weight: 400, letterSpacingPx: 0 }) <= room;
  const size = sizes.find(fits);
  return { size: size ?? sizes[3], fits: size !== undefined };
}
