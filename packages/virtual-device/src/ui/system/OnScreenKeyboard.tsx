import {
  mdiAppleKeyboardShift,
  mdiBackspaceOutline,
  mdiCheck,
  mdiChevronDown,
  mdiKeyboardReturn,
  mdiMagnify,
} from "@mdi/js";
import { useState, type ReactElement } from "react";
import { keyCodes } from "../input/key-codes.ts";
import { Icon, Text, View } from "../render/elements.ts";
import { type Colors } from "../theme.ts";
import { useColors, useScreen, useServices } from "./services.ts";
import { navigationHeight } from "./StatusBar.tsx";
import type { KeyboardMode } from "./system-store.ts";
import { useSystemStrings } from "./system-strings.ts";

const layers = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  symbols: ["1234567890", "@#$_&-+()", "*\"':;!?"],
  moreSymbols: ["~`|•√π÷×=%", "£¢€¥^°{}\\", "©®<>[]/"],
} as const;
type Layer = keyof typeof layers;

const gap = 5;
export function keyboardHeight(heightDp: number): number {
  const { keyHeight, rowGap } = keySizes(heightDp);
  return 4 * keyHeight + 3 * rowGap + 10 + 8 + navigationHeight;
}

/** The lower the screen, the more of it is left to what is written. */
function keySizes(heightDp: number): { keyHeight: number; rowGap: number } {
  if (heightDp < 420) return { keyHeight: 34, rowGap: 6 };
  return { keyHeight: heightDp < 560 ? 38 : 44, rowGap: 8 };
}

/** The keyboard that comes up with the focus; its keys go to the focused field. */
export function OnScreenKeyboard(props: {
  mode: KeyboardMode;
  /** What a bar with buttons takes below it, in dp. */
  bottomInset: number;
}): ReactElement {
  const { bottomInset } = props;
  const { enterAction } = props.mode;
  const colors = useColors();
  const services = useServices();
  const strings = useSystemStrings();
  const { widthDp, heightDp } = useScreen();
  const [layer, setLayer] = useState<Layer>("letters");
  const [shift, setShift] = useState(false);
  const { keyHeight: height, rowGap } = keySizes(heightDp);
  const [top, middle, bottom] = layers[layer];
  const key = (character: string): ReactElement => {
    const shown = shift && layer === "letters" ? character.toUpperCase() : character;
    const press = (): void => {
      services.type(shown);
      setShift(false);
    };
    return <CharacterKey key={character} character={shown} colors={colors} height={height} onPress={press} />;
  };
  const row = { direction: "row", justify: "center", gap, height } as const;
  const special = { colors, height, background: colors.secondaryContainer, color: colors.onSecondaryContainer };
  return (
    <View
      packageName="com.terrarium.keyboard"
      enter={{ durationMs: 180, translateY: 120 }}
      style={{
        absolute: true,
        left: 0,
        right: 0,
        bottom: bottomInset,
        height: keyboardHeight(heightDp),
        background: colors.surfaceContainer,
        align: "center",
        paddingTop: 10,
      }}
    >
      <View style={{ width: "100%", maxWidth: 760, paddingX: gap, gap: rowGap }}>
        <View style={row}>{Array.from(top, key)}</View>
        <View style={{ ...row, paddingX: Math.min(760, widthDp) * 0.05 }}>{Array.from(middle, key)}</View>
        <View style={row}>
          {layer === "letters" ? (
            <IconKey
              {...special}
              {...(shift ? { background: colors.primary, color: colors.onPrimary } : {})}
              path={mdiAppleKeyboardShift}
              label={strings.keyShift}
              grow={1.5}
              onPress={() => setShift(!shift)}
            />
          ) : (
            <TextKey
              {...special}
              text={layer === "symbols" ? "=\\<" : "?123"}
              label={layer === "symbols" ? strings.keyMoreSymbols : strings.keySymbols}
              grow={1.5}
              onPress={() => setLayer(layer === "symbols" ? "moreSymbols" : "symbols")}
            />
          )}
          {Array.from(bottom, key)}
          <IconKey
            {...special}
            path={mdiBackspaceOutline}
            label={strings.keyBackspace}
            grow={1.5}
            repeats
            onPress={() => services.pressKey(keyCodes.del)}
          />
        </View>
        <View style={row}>
          <TextKey
            {...special}
            text={layer === "letters" ? "?123" : "ABC"}
            label={layer === "letters" ? strings.keySymbols : strings.keyLetters}
            grow={1.5}
            onPress={() => setLayer(layer === "letters" ? "symbols" : "letters")}
          />
          {key(",")}
          <SpaceKey label={strings.keySpace} colors={colors} height={height} onPress={() => services.type(" ")} />
          {key(".")}
          <IconKey
            {...special}
            background={colors.primary}
            color={colors.onPrimary}
            path={enterAction === "newline" ? mdiKeyboardReturn : enterAction === "search" ? mdiMagnify : mdiCheck}
            label={strings.keyEnter}
            grow={1.5}
            round
            onPress={() => services.pressKey(keyCodes.enter)}
          />
        </View>
      </View>
      <View
        onPress={() => services.hideKeyboard()}
        label={strings.hideKeyboard}
        style={{
          absolute: true,
          left: 12,
          bottom: 0,
          width: 48,
          height: navigationHeight + 2,
          align: "center",
          justify: "center",
        }}
      >
        <Icon path={mdiChevronDown} size={20} color={colors.onSurfaceVariant} />
      </View>
    </View>
  );
}

interface KeyLook {
  colors: Colors;
  height: number;
  onPress: () => void;
}

function CharacterKey({ character, colors, height, onPress }: KeyLook & { character: string }): ReactElement {
  return (
    <View
      onPress={onPress}
      label={character}
      rippleColor={colors.onSurface}
      style={{ grow: 1, basis: 0, height, radius: 9, background: colors.key, align: "center", justify: "center" }}
    >
      <Text
        text={{ size: 20, lineHeight: 26, weight: 400, color: "", fixed: true }}
        color={colors.onSurface}
        passThrough
      >
        {character}
      </Text>
    </View>
  );
}

function SpaceKey({ label, colors, height, onPress }: KeyLook & { label: string }): ReactElement {
  return (
    <View
      onPress={onPress}
      label={label}
      rippleColor={colors.onSurface}
      style={{ grow: 5, basis: 0, height, radius: 9, background: colors.key }}
    />
  );
}

interface SpecialKey extends KeyLook {
  background: string;
  color: string;
  label: string;
  grow: number;
}

function IconKey(props: SpecialKey & { path: string; repeats?: boolean; round?: boolean }): ReactElement {
  return (
    <View
      onPress={props.onPress}
      label={props.label}
      rippleColor={props.color}
      {...(props.repeats ? { repeats: true } : {})}
      style={{
        grow: props.grow,
        basis: 0,
        height: props.height,
        radius: props.round ? props.height / 2 : 9,
        background: props.background,
        align: "center",
        justify: "center",
      }}
    >
      <Icon path={props.path} size={21} color={props.color} />
    </View>
  );
}

function TextKey(props: SpecialKey & { text: string }): ReactElement {
  return (
    <View
      onPress={props.onPress}
      label={props.label}
      rippleColor={props.color}
      style={{
        grow: props.grow,
        basis: 0,
        height: props.height,
        radius: 9,
        background: props.background,
        align: "center",
        justify: "center",
      }}
    >
      <Text text={{ size: 14, lineHeight: 20, weight: 500, color: "", fixed: true }} color={props.color} passThrough>
        {props.text}
      </Text>
    </View>
  );
}
