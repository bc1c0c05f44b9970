import { mdiAccount } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useSystem } from "../services/services.ts";
import type { ThemeName } from "../theme.ts";

/** Colors of soft discs with a readable letter: background and letter, by theme. */
const PAIRS: Readonly<Record<ThemeName, readonly (readonly [background: string, letter: string])[]>> = {
  light: [
    ["#cfe8b4", "#24420c"],
    ["#bfe6df", "#0c423c"],
    ["#cfdcf7", "#1d3563"],
    ["#ead6f3", "#4a2560"],
    ["#f8d8cf", "#662a17"],
    ["#f3e0a9", "#4d3c00"],
  ],
  dark: [
    ["#38561d", "#d3f2b5"],
    ["#1c514b", "#c2efe8"],
    ["#2c4677", "#d6e3ff"],
    ["#5a3a6d", "#f3dcff"],
    ["#73371f", "#ffdbcf"],
    ["#574a12", "#f8e6a8"],
  ],
};

/** A person as a disc with the first letter of the name; the same name always has the same colors. */
export function Avatar({ name, size = 40 }: { name: string; size?: number }): ReactElement {
  const theme = useSystem((state) => state.theme);
  const choices = PAIRS[theme];
  const [background, color] = choices[hash(name) % choices.length] ?? ["#cfe8b4", "#24420c"];
  const letter = /^\s*(\p{L}\p{M}*)/u.exec(name)?.[1]?.toUpperCase();
  return (
    <View
      passThrough
      style={{ width: size, height: size, radius: size / 2, background, align: "center", justify: "center" }}
    >
      {letter === undefined ? (
        <Icon path={mdiAccount} size={size * 0.58} color={color} passThrough />
      ) : (
        <Text
          text={{ size: size * 0.46, lineHeight: size * 0.6, weight: 500, color, textAlign: "center", fixed: true }}
          passThrough
        >
          {letter}
        </Text>
      )}
    </View>
  );
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
