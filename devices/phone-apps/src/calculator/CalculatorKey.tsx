import { mdiBackspaceOutline } from "@mdi/js";
import { Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import type { Colors } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import type { Key } from "./keys.ts";
import { CALCULATOR_STRINGS } from "./strings.ts";

/** One key. `small` is for functions; `bare` draws no background. */
export function CalculatorKey(props: {
  design: Key;
  onPress: (...keys: string[]) => void;
  /** dp */
  height: number;
  small?: boolean;
  bare?: boolean;
}): ReactElement {
  const { design, onPress, height, small = false, bare = false } = props;
  const { sign, id, enters = [sign] } = design;
  const colors = useColors();
  const strings = useStrings(CALCULATOR_STRINGS);
  const [background, color] = keyColors(sign, small, colors);
  const size = small ? Math.min(18, height * 0.5) : Math.min(sign === "AC" ? 22 : 28, height * 0.55);
  return (
    <View
      id={id}
      role="button"
      onPress={() => onPress(...enters)}
      label={strings.keys[sign] ?? sign}
      rippleColor={color}
      {...(sign === "⌫" ? { repeats: true } : {})}
      style={{
        grow: 1,
        basis: 0,
        radius: Math.min(60, height / 2),
        align: "center",
        justify: "center",
        ...(bare ? {} : { background }),
      }}
    >
      {sign === "⌫" ? (
        <Icon path={mdiBackspaceOutline} size={Math.min(26, height * 0.55)} color={color} passThrough />
      ) : (
        <Text
          text={{ size, lineHeight: size * 1.2, weight: small ? 500 : 400, color: "", fixed: true }}
          color={color}
          passThrough
        >
          {sign === "()" ? "( )" : sign}
        </Text>
      )}
    </View>
  );
}

function keyColors(sign: string, small: boolean, colors: Colors): [background: string, color: string] {
  if (small) return [colors.surfaceContainer, colors.onSurfaceVariant];
  if (sign === "=") return [colors.primary, colors.onPrimary];
  if (sign === "AC") return [colors.tertiaryContainer, colors.onTertiaryContainer];
  if (/^[÷×−+%]$|^\(\)$/.test(sign)) return [colors.secondaryContainer, colors.onSecondaryContainer];
  return [colors.surfaceHigh, colors.onSurface];
}
