import { mdiChevronDown, mdiChevronUp } from "@mdi/js";
import { Icon, View } from "@terrarium/phone-ui/render/elements";
import type { AppKey } from "@terrarium/phone-ui/services/app";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT, useUsableHeight } from "@terrarium/phone-ui/services/bars";
import { useColors, useKeys, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { useCallback, useEffect, useMemo, useState, type ReactElement } from "react";
import { CalculatorStore } from "./calculator-store.ts";
import { pressCalculatorKey } from "./calculator.ts";
import { CalculatorDisplay } from "./CalculatorDisplay.tsx";
import { CalculatorKey } from "./CalculatorKey.tsx";
import { basicKeys, functionKeys, QUICK_KEYS, type Key } from "./keys.ts";
import { CALCULATOR_STRINGS } from "./strings.ts";

/** Calculator keys of keyboard characters, where the two differ. */
const TYPED: Readonly<Record<string, string>> = { "*": "×", x: "×", "/": "÷", "-": "−", ",": ".", c: "AC", p: "π" };

export function CalculatorScreen(): ReactElement {
  const { dataDir, log } = useServices();
  const store = useMemo(() => new CalculatorStore(dataDir, log), [dataDir, log]);
  const [state, setState] = useState(() => store.read());
  const [expanded, setExpanded] = useState(false);
  useEffect(() => store.save(state), [state, store]);
  const press = useCallback((...keys: string[]) => setState((current) => keys.reduce(pressCalculatorKey, current)), []);
  useKeys(useCallback((key: AppKey) => press(calculatorKey(key)), [press]));
  const { widthDp } = useScreen();
  const space = measure(widthDp, useUsableHeight() - STATUS_BAR_HEIGHT - NAVIGATION_HEIGHT, expanded);
  const { padding, gap, wide, keyHeight } = space;
  const other = state.angleUnit === "deg" ? "rad" : "deg";
  const angleKey: Key = { sign: state.angleUnit, id: "toggle_mode", enters: [other] };
  const scientific = [[angleKey, ...(functionKeys[0] ?? [])], ...functionKeys.slice(1), ...(wide ? [QUICK_KEYS] : [])];
  const rows = (keys: readonly (readonly Key[])[], height: number, scientificKeys: boolean): ReactElement[] =>
    keys.map((row) => (
      <View key={row[0]?.id} style={{ direction: "row", gap, height }}>
        {row.map((key) => (
          <CalculatorKey key={key.id} design={key} small={scientificKeys} height={height} onPress={press} />
        ))}
      </View>
    ));
  return (
    <View style={{ grow: 1, padding, paddingBottom: padding + NAVIGATION_HEIGHT, gap: padding }}>
      <CalculatorDisplay state={state} onChange={setState} height={space.displayHeight} />
      {wide ? (
        <View style={{ direction: "row", gap: gap * 2 }}>
          <View style={{ grow: 1, basis: 0, gap }}>{rows(scientific, keyHeight, true)}</View>
          <View style={{ grow: 1, basis: 0, gap }}>{rows(basicKeys, keyHeight, false)}</View>
        </View>
      ) : (
        <View style={{ gap }}>
          <View style={{ direction: "row", gap, height: QUICK_HEIGHT }}>
            {QUICK_KEYS.map((key) => (
              <CalculatorKey key={key.id} design={key} small bare height={QUICK_HEIGHT} onPress={press} />
            ))}
            <Expander expanded={expanded} onPress={() => setExpanded(!expanded)} />
          </View>
          {expanded ? rows(scientific, QUICK_HEIGHT, true) : null}
          {rows(basicKeys, keyHeight, false)}
        </View>
      )}
    </View>
  );
}

const QUICK_HEIGHT = 36;

function Expander({ expanded, onPress }: { expanded: boolean; onPress: () => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(CALCULATOR_STRINGS);
  return (
    <View
      id="toggle_functions"
      role="button"
      label={expanded ? strings.fewer : strings.more}
      selected={expanded}
      onPress={onPress}
      rippleColor={colors.onSurface}
      style={{
        width: 48,
        height: QUICK_HEIGHT,
        radius: QUICK_HEIGHT / 2,
        align: "center",
        justify: "center",
        background: colors.surfaceContainer,
      }}
    >
      <Icon path={expanded ? mdiChevronDown : mdiChevronUp} size={22} color={colors.onSurfaceVariant} passThrough />
    </View>
  );
}

/**
 * Computes sizes in dp. In portrait, the keys get the height for a round shape, two thirds of the screen at most. On a
 * wide screen the functions are beside the digits, and the display above gets a quarter of the height.
 */
function measure(
  widthDp: number,
  roomDp: number,
  expanded: boolean,
): { wide: boolean; padding: number; gap: number; keyHeight: number; displayHeight: number } {
  const wide = widthDp > roomDp;
  const low = roomDp < 504;
  const padding = low ? 8 : 16;
  const gap = low ? 6 : 10;
  const height = roomDp - 2 * padding;
  if (wide) {
    const displayHeight = Math.max(76, height * 0.26);
    return { wide, padding, gap, displayHeight, keyHeight: (height - displayHeight - padding - 4 * gap) / 5 };
  }
  const extraRows = expanded ? 5 : 1;
  const extra = extraRows * (QUICK_HEIGHT + gap);
  const round = ((widthDp - 2 * padding - 3 * gap) / 4) * 5 + 4 * gap;
  const keysHeight = Math.min((height - padding) * (expanded ? 0.82 : 0.7) - extra, round);
  return {
    wide,
    padding,
    gap,
    keyHeight: (keysHeight - 4 * gap) / 5,
    displayHeight: height - keysHeight - extra - padding,
  };
}

function calculatorKey(key: AppKey): string {
  if ("name" in key) return key.name === "enter" ? "=" : "⌫";
  const character = key.character.toLowerCase();
  return TYPED[character] ?? character;
}
