import {
  mdiAppleKeyboardCaps,
  mdiAppleKeyboardShift,
  mdiArrowRight,
  mdiBackspaceOutline,
  mdiCheck,
  mdiChevronDown,
  mdiEmoticonOutline,
  mdiKeyboardReturn,
  mdiKeyboardTab,
  mdiMagnify,
  mdiSend,
} from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { Icon, Text, View } from "../../render/elements.ts";
import { NAVIGATION_HEIGHT } from "../../services/bars.ts";
import { hasStrip, keyboardHeight, KEY_GAP, keySizes, WIDEST_KEYBOARD } from "../../services/key-sizes.ts";
import { useColors, useScreen, useServices } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import type { KeyboardMode } from "../../services/system-store.ts";
import { useSystemStrings } from "../system-strings.ts";
import { EmojiPage } from "./EmojiPage.tsx";
import { ActionKey, CharacterKey, SpaceKey } from "./Keys.tsx";
import { LAYERS, PADS, sideKeys, variantsOf, type Layer } from "./layouts.ts";
import { SuggestionStrip } from "./suggestions/SuggestionStrip.tsx";
import { useHeldKey, type HeldKey } from "./use-held-key.ts";
import { useShift } from "./use-shift.ts";

/** The keyboard that appears with the focus; its keys type into the focused field. */
export function OnScreenKeyboard(props: {
  mode: KeyboardMode;
  /** Height of the button bar below the keyboard, in dp. */
  bottomInset: number;
}): ReactElement {
  const { mode, bottomInset } = props;
  const colors = useColors();
  const services = useServices();
  const strings = useSystemStrings();
  const { heightDp } = useScreen();
  const pad = PADS[mode.inputType];
  const strip = hasStrip(heightDp, mode);
  return (
    <View
      packageName="com.terrarium.keyboard"
      enter={{ durationMs: 180, translateY: 120 }}
      style={{
        absolute: true,
        left: 0,
        right: 0,
        bottom: bottomInset,
        height: keyboardHeight(heightDp, mode),
        background: colors.surfaceContainer,
        align: "center",
        paddingTop: strip ? 0 : 10,
      }}
    >
      {strip ? <SuggestionStrip /> : null}
      {pad ? <NumberPad mode={mode} {...pad} /> : <TextKeys key={mode.inputType} mode={mode} />}
      <View
        onPress={() => services.hideKeyboard()}
        label={strings.hideKeyboard}
        style={{
          absolute: true,
          left: 12,
          bottom: 0,
          width: 48,
          height: NAVIGATION_HEIGHT + 2,
          align: "center",
          justify: "center",
        }}
      >
        <Icon path={mdiChevronDown} size={20} color={colors.onSurfaceVariant} />
      </View>
    </View>
  );
}

/** Returns the building blocks of all key pages. */
function useKeys(mode: KeyboardMode) {
  const colors = useColors();
  const services = useServices();
  const strings = useSystemStrings();
  const { heightDp } = useScreen();
  const { keyHeight: height, rowGap } = keySizes(heightDp);
  const special = { colors, height, background: colors.secondaryContainer, color: colors.onSecondaryContainer };
  const backspace = (grow: number): ReactElement => (
    <ActionKey
      {...special}
      face={{ path: mdiBackspaceOutline }}
      label={strings.keyBackspace}
      grow={grow}
      repeats
      onPress={() => services.pressKey(KEY_CODES.del)}
    />
  );
  const enter = (grow: number): ReactElement => (
    <ActionKey
      {...special}
      background={colors.primary}
      color={colors.onPrimary}
      face={{ path: ENTER_ICONS[mode.enterAction] }}
      label={strings.keyEnter}
      grow={grow}
      round
      onPress={() => (mode.enterAction === "next" ? services.nextField() : services.pressKey(KEY_CODES.enter))}
    />
  );
  const row = { direction: "row", justify: "center", gap: KEY_GAP, height } as const;
  const rows = { width: "100%", maxWidth: WIDEST_KEYBOARD, paddingX: KEY_GAP, gap: rowGap } as const;
  return { colors, services, strings, height, rowGap, special, backspace, enter, row, rows };
}

const ENTER_ICONS: Readonly<Record<KeyboardMode["enterAction"], string>> = {
  newline: mdiKeyboardReturn,
  search: mdiMagnify,
  done: mdiCheck,
  go: mdiArrowRight,
  next: mdiKeyboardTab,
  send: mdiSend,
};

function NumberPad(props: {
  mode: KeyboardMode;
  rows: readonly string[];
  beside: readonly [string, string];
}): ReactElement {
  const { colors, services, height, backspace, enter, row, rows } = useKeys(props.mode);
  const key = (character: string): ReactElement => (
    <CharacterKey
      key={character}
      character={character}
      size={22}
      colors={colors}
      height={height}
      onPress={() => services.type(character)}
    />
  );
  const ends = [backspace(1), key(props.beside[0]), key(props.beside[1]), enter(1)];
  return (
    <View style={{ ...rows, maxWidth: 480 }}>
      {props.rows.map((characters, index) => (
        <View key={characters} style={row}>
          {Array.from(characters, key)}
          {ends[index]}
        </View>
      ))}
    </View>
  );
}

function TextKeys({ mode }: { mode: KeyboardMode }): ReactElement {
  const { colors, services, strings, height, rowGap, special, backspace, enter, row, rows } = useKeys(mode);
  const { widthDp, densityDpi } = useScreen();
  const { letterKeys: letters = LAYERS.letters } = useLanguage();
  const [layer, setLayer] = useState<Layer>("letters");
  const characters = layer === "emoji" ? undefined : { ...LAYERS, letters }[layer];
  const shift = useShift(mode.beginsSentence);
  const type = (text: string): void => {
    services.type(text);
    shift.typed();
  };
  const { held, hold } = useHeldKey({ widthDp, scale: densityDpi / 160, onChoose: type });
  const key = (character: string, at: number, variants = variantsOf(character)): ReactElement => {
    const shown = shift.capitals && layer === "letters" ? character.toUpperCase() : character;
    const offered = variants.length === 0 ? [] : shown === character ? variants : variantsOf(shown);
    return (
      <CharacterKey
        key={character}
        character={shown}
        colors={colors}
        height={height}
        onPress={() => type(shown)}
        {...(offered.length === 0 ? {} : { onHold: hold(offered, at) })}
      />
    );
  };
  const { left, stops } = sideKeys(mode.inputType);
  const width = Math.min(WIDEST_KEYBOARD, widthDp);
  return (
    <View style={rows}>
      {characters === undefined ? (
        <EmojiPage widthDp={width - 2 * KEY_GAP} height={3 * height + 2 * rowGap} onChoose={type} />
      ) : (
        <>
          <View style={row}>{Array.from(characters[0], (each) => key(each, 0))}</View>
          <View style={{ ...row, paddingX: width * 0.05 }}>{Array.from(characters[1], (each) => key(each, 1))}</View>
          <View style={row}>
            {layer === "letters" ? (
              <ActionKey
                {...special}
                {...(shift.capitals ? { background: colors.primary, color: colors.onPrimary } : {})}
                face={{ path: shift.locked ? mdiAppleKeyboardCaps : mdiAppleKeyboardShift }}
                label={shift.locked ? strings.keyCapsLock : strings.keyShift}
                selected={shift.capitals}
                grow={1.5}
                onPress={shift.press}
              />
            ) : (
              <ActionKey
                {...special}
                face={{ text: layer === "symbols" ? "=\\<" : "?123" }}
                label={layer === "symbols" ? strings.keyMoreSymbols : strings.keySymbols}
                grow={1.5}
                onPress={() => setLayer(layer === "symbols" ? "moreSymbols" : "symbols")}
              />
            )}
            {Array.from(characters[2], (each) => key(each, 2))}
            {backspace(1.5)}
          </View>
        </>
      )}
      <View style={row}>
        <ActionKey
          {...special}
          face={{ text: layer === "letters" ? "?123" : "ABC" }}
          label={layer === "letters" ? strings.keySymbols : strings.keyLetters}
          grow={1.5}
          onPress={() => setLayer(layer === "letters" ? "symbols" : "letters")}
        />
        {key(left, 3)}
        <ActionKey
          {...special}
          face={{ path: mdiEmoticonOutline }}
          label={strings.keyEmoji}
          selected={layer === "emoji"}
          grow={1}
          onPress={() => setLayer(layer === "emoji" ? "letters" : "emoji")}
        />
        <SpaceKey label={strings.keySpace} colors={colors} height={height} onPress={() => type(" ")} />
        {key(".", 3, stops)}
        {layer === "emoji" ? backspace(1) : null}
        {enter(1.5)}
      </View>
      {held ? <Variants held={held} rowHeight={height + rowGap} /> : null}
    </View>
  );
}

/** The variants of a held key, above the key. */
function Variants({ held, rowHeight }: { held: HeldKey; rowHeight: number }): ReactElement {
  const colors = useColors();
  return (
    <View
      id="key_variants"
      passThrough
      style={{
        absolute: true,
        left: held.left,
        top: held.row * rowHeight - 50,
        height: 46,
        direction: "row",
        radius: 12,
        background: colors.surfaceHighest,
        shadow: { color: "#00000055", blur: 8, y: 2 },
      }}
    >
      {held.variants.map((variant, index) => (
        <View
          key={variant}
          id="key_variant"
          label={variant}
          selected={index === held.at}
          passThrough
          style={{
            width: held.width,
            height: 46,
            radius: 12,
            align: "center",
            justify: "center",
            ...(index === held.at ? { background: colors.primary } : {}),
          }}
        >
          <Text
            text={{ size: variant.length > 2 ? 14 : 20, lineHeight: 26, weight: 400, color: "", fixed: true }}
            color={index === held.at ? colors.onPrimary : colors.onSurface}
            passThrough
          >
            {variant}
          </Text>
        </View>
      ))}
    </View>
  );
}
