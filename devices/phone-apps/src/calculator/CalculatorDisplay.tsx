import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { measureText } from "@terrarium/phone-ui/render/text-layout";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { useMemo, type ReactElement } from "react";
import { groupDigits, preview, type Calculation } from "./calculator.ts";
import { CALCULATOR_STRINGS } from "./strings.ts";

const HISTORY_LINE_HEIGHT = 36;
const PADDING_X = 20;
/** A display below this height, in dp, has room for one line and its result. */
const LOW_HEIGHT = 110;
const SIZES = [56, 44, 34, 26] as const;

/** Shows as many earlier calculations as fit, the current input and its result. A tap on an earlier one reuses it. */
export function CalculatorDisplay(props: {
  state: Calculation;
  onChange: (next: Calculation) => void;
  /** dp */
  height: number;
}): ReactElement {
  const { state, onChange, height } = props;
  const colors = useColors();
  const strings = useStrings(CALCULATOR_STRINGS);
  const expression = groupDigits(state.expression);
  const formula = expression === "" ? "0" : expression;
  const { size, fits } = useFittingSize(formula, height);
  const end = useMemo(() => ({ offset: Infinity, of: formula }), [formula]);
  const fitting = Math.max(0, Math.floor((height - size * 1.2 - 28 - 24) / HISTORY_LINE_HEIGHT));
  const below = state.error === undefined ? (preview(state) ?? "") : strings.errors[state.error];
  return (
    <View
      style={{
        height,
        background: colors.surfaceLow,
        radius: SHAPE.extraLarge,
        clip: true,
        paddingX: PADDING_X,
        paddingBottom: height < LOW_HEIGHT ? 6 : 12,
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
            style={{ height: HISTORY_LINE_HEIGHT, justify: "center", radius: 12 }}
          >
            <Text
              text={{ ...TYPE.bodyLarge, textAlign: "end", fixed: true }}
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
        text={{ ...TYPE.title, textAlign: "end", fixed: true }}
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
  const room = widthDp - 2 * (16 + PADDING_X);
  const fits = (size: number): boolean =>
    (height >= LOW_HEIGHT || size <= 34) &&
    measureText(text, { sizePx: size, weight: 400, letterSpacingPx: 0 }) <= room;
  const size = SIZES.find(fits);
  return { size: size ?? SIZES[3], fits: size !== undefined };
}
