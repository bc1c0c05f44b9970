import { mdiBackspaceOutline } from "@mdi/js";
import { useCallback, useState, type ReactElement } from "react";
import { Icon, Text, View } from "../../ui/render/elements.ts";
import { type AppKey, useColors, useKeys, useScreen } from "../../ui/system/services.ts";
import { navigationHeight, statusBarHeight } from "../../ui/system/StatusBar.tsx";
import { type, type Colors } from "../../ui/theme.ts";
import { emptyCalculation, groupDigits, pressCalculatorKey, preview, type Calculation } from "./calculator.ts";

const rows = [
  ["AC", "()", "%", "÷"],
  ["7", "8", "9", "×"],
  ["4", "5", "6", "−"],
  ["1", "2", "3", "+"],
  ["0", ".", "⌫", "="],
] as const;

const historyLineHeight = 36;

const labels: Readonly<Record<string, string>> = { AC: "Clear", "()": "Parentheses", "⌫": "Delete", "=": "Equals" };
/** Keys of a keyboard, where they differ from the calculator's. */
const typed: Readonly<Record<string, string>> = { "*": "×", x: "×", "/": "÷", "-": "−", ",": ".", c: "AC" };

export function CalculatorScreen(): ReactElement {
  const [state, setState] = useState(emptyCalculation);
  const press = useCallback((key: string) => setState((current) => pressCalculatorKey(current, key)), []);
  useKeys(useCallback((key: AppKey) => press(calculatorKey(key)), [press]));
  const { widthDp, heightDp } = useScreen();
  const space = measure(widthDp, heightDp);
  const { padding, gap, wide } = space;
  return (
    <View
      style={{
        grow: 1,
        direction: wide ? "row" : "column",
        padding,
        paddingBottom: padding + navigationHeight,
        gap: padding,
      }}
    >
      <CalculatorDisplay state={state} onReuse={setState} height={space.displayHeight} />
      <View style={wide ? { grow: 1, basis: 0, gap } : { gap }}>
        {rows.map((row) => (
          <View key={row[0]} style={{ direction: "row", gap, height: space.keyHeight }}>
            {row.map((key) => (
              <CalculatorKey key={key} name={key} onPress={() => press(key)} />
            ))}
          </View>
        ))}
      </View>
    </View>
  );
}

/** Beside each other on a wide screen; else the keys take what they need to be round, at most three fifths. */
function measure(
  widthDp: number,
  heightDp: number,
): { wide: boolean; padding: number; gap: number; keyHeight: number; displayHeight: number } {
  const wide = widthDp > heightDp;
  const padding = heightDp < 560 ? 10 : 16;
  const gap = heightDp < 560 ? 7 : 10;
  const height = heightDp - statusBarHeight - navigationHeight - 2 * padding;
  const keysHeight = wide ? height : Math.min(height * 0.66, ((widthDp - 2 * padding - 3 * gap) / 4) * 5 + 4 * gap);
  return {
    wide,
    padding,
    gap,
    keyHeight: (keysHeight - 4 * gap) / 5,
    displayHeight: wide ? height : height - keysHeight - padding,
  };
}

function calculatorKey(key: AppKey): string {
  if ("name" in key) return key.name === "enter" ? "=" : "⌫";
  const character = key.character.toLowerCase();
  return typed[character] ?? character;
}

interface CalculatorDisplayProps {
  state: Calculation;
  onReuse: (next: Calculation) => void;
  /** dp */
  height: number;
}

function CalculatorDisplay({ state, onReuse, height }: CalculatorDisplayProps): ReactElement {
  const colors = useColors();
  const expression = groupDigits(state.expression);
  const size = expression.length <= 9 ? 56 : expression.length <= 13 ? 44 : 30;
  const fitting = Math.max(0, Math.floor((height - size * 1.2 - 28 - 24) / historyLineHeight));
  const below = state.error ?? preview(state) ?? "";
  return (
    <View
      style={{
        grow: 1,
        basis: 0,
        background: colors.surfaceLow,
        radius: 28,
        clip: true,
        paddingX: 20,
        paddingBottom: 12,
      }}
    >
      <View style={{ grow: 1, basis: 0, justify: "end" }}>
        {(fitting === 0 ? [] : state.history.slice(-fitting)).map((entry) => (
          <View
            key={entry.id}
            onPress={() => onReuse({ ...state, ...reuse(entry.result) })}
            rippleColor={colors.onSurface}
            label={`${entry.expression} = ${entry.result}`}
            style={{ height: historyLineHeight, justify: "center", radius: 12 }}
          >
            <Text text={{ ...type.bodyLarge, textAlign: "end" }} color={colors.onSurfaceVariant} maxLines={1}>
              {`${entry.expression} = ${entry.result}`}
            </Text>
          </View>
        ))}
      </View>
      <Text
        text={{ size, lineHeight: size * 1.2, weight: 400, color: "", textAlign: "end" }}
        color={colors.onSurface}
        maxLines={2}
        label="Expression"
      >
        {expression === "" ? "0" : expression}
      </Text>
      <Text
        text={{ ...type.title, textAlign: "end" }}
        color={state.error === undefined ? colors.onSurfaceVariant : colors.error}
        maxLines={1}
        label="Result"
      >
        {below}
      </Text>
    </View>
  );
}

function reuse(result: string): Pick<Calculation, "expression" | "answer" | "finished" | "error"> {
  return { expression: result.replaceAll(",", ""), answer: undefined, finished: false, error: undefined };
}

function CalculatorKey({ name, onPress }: { name: string; onPress: () => void }): ReactElement {
  const colors = useColors();
  const [background, color] = keyColors(name, colors);
  return (
    <View
      onPress={onPress}
      label={labels[name] ?? name}
      rippleColor={color}
      {...(name === "⌫" ? { repeats: true } : {})}
      style={{ grow: 1, basis: 0, radius: 40, background, align: "center", justify: "center" }}
    >
      {name === "⌫" ? (
        <Icon path={mdiBackspaceOutline} size={26} color={color} />
      ) : (
        <Text
          text={{ size: name === "AC" ? 22 : 28, lineHeight: 34, weight: 400, color: "" }}
          color={color}
          passThrough
        >
          {name === "()" ? "( )" : name}
        </Text>
      )}
    </View>
  );
}

function keyColors(name: string, colors: Colors): [background: string, color: string] {
  if (name === "=") return [colors.primary, colors.onPrimary];
  if (name === "AC") return [colors.tertiaryContainer, colors.onTertiaryContainer];
  if (/^[÷×−+%]$|^\(\)$/.test(name)) return [colors.secondaryContainer, colors.onSecondaryContainer];
  return [colors.surfaceHigh, colors.onSurface];
}
