import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { Field, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { keyboardHeight } from "@terrarium/phone-ui/services/key-sizes";
import { useColors, useKeys, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Menu } from "@terrarium/phone-ui/widgets/Menu.tsx";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from "react";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { KeyRow, KEY_ROW_HEIGHT } from "./KeyRow.tsx";
import { TERMINAL_STRINGS } from "./strings.ts";
import { TabBar, TAB_BAR_HEIGHT } from "./TabBar.tsx";
import { controlCharacter, hardwareKeySequence, keySequence, type SpecialKey } from "./terminal-keys.ts";
import { TerminalTabs } from "./terminal-tabs.ts";
import { cellSize } from "./TerminalRow.tsx";
import { TerminalView } from "./TerminalView.tsx";

const FONT_SIZES = { least: 7, most: 28 } as const;
const preferencesSchema = z.object({ fontSize: z.number().min(FONT_SIZES.least).max(FONT_SIZES.most) });
const SIDE_PADDING = 8;
/** Smallest screen height in dp for tabs during typing. On lower screens, the shell covers them. */
const LOW_SCREEN_DP = 480;

/** Shows the device's shells, one per tab. */
export function TerminalScreen(): ReactElement {
  const services = useServices();
  const texts = useStrings(TERMINAL_STRINGS);
  const colors = useColors();
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  const { widthDp, heightDp } = useScreen();
  const [fontSize, setFontSize] = useFontSize(widthDp);
  const bar = keyboard && heightDp < LOW_SCREEN_DP ? 0 : TAB_BAR_HEIGHT;
  const size = useMemo(() => {
    const cell = cellSize(fontSize);
    const below = keyboard ? keyboardHeight(heightDp, { suggests: false }) : NAVIGATION_HEIGHT;
    const height = heightDp - STATUS_BAR_HEIGHT - bar - KEY_ROW_HEIGHT - below;
    return {
      rows: Math.max(2, Math.floor(height / cell.height)),
      columns: Math.max(10, Math.floor((widthDp - 2 * SIDE_PADDING) / cell.width)),
    };
  }, [fontSize, keyboard, widthDp, heightDp, bar]);
  const [shells] = useState(() => new TerminalTabs(services, size));
  useEffect(() => () => shells.dispose(), [shells]);
  const { tabs, selected: tab } = useSyncExternalStore(shells.subscribe, shells.get);
  const [control, setControl] = useState(false);
  const [menu, setMenu] = useState<{ line: number | undefined }>();
  const [focusCount, setFocusCount] = useState(1);
  const hold = useCallback((line: number) => setMenu({ line }), []);
  const focus = useCallback(() => setFocusCount((count) => count + 1), []);
  useEffect(() => tab.resize(size), [tab, size]);

  const send = (text: string): void => {
    tab.write(control ? controlCharacter(text) : text.replaceAll(/\r?\n/g, "\r"));
    setControl(false);
  };
  const sendKey = (key: SpecialKey): void => {
    tab.write(keySequence(key, tab.applicationKeys, control));
    setControl(false);
  };
  // While the on-screen keyboard is hidden, no field has focus. A hardware keyboard still types.
  useKeys((key) => {
    if ("character" in key) send(key.character);
    else sendKey(key.name === "enter" ? "enter" : "backspace");
  });
  const onKey = (event: { keyCode: number; metaState: number }): boolean => {
    const sequence = hardwareKeySequence(event.keyCode, event.metaState, tab.applicationKeys);
    if (sequence === undefined) return false;
    if (sequence.length === 1 && sequence >= " " && sequence !== "\x7f") send(sequence);
    else tab.write(sequence);
    return true;
  };
  const copy = (from: number, to: number): void => {
    services.clipboard.set(tab.text(from, to));
    services.showToast(texts.copied);
  };
  const { length, baseY } = tab.buffer;
  const line = menu?.line;
  return (
    <View style={{ grow: 1, background: colors.surface }}>
      <Field
        key={focusCount}
        id="input"
        label={texts.input}
        text={{ size: 1, lineHeight: 1, weight: 400, color: "#00000000", fixed: true }}
        color="#00000000"
        value=""
        onChange={send}
        onKey={onKey}
        multiline
        takesFocus
        style={{ absolute: true, left: 0, bottom: 0, width: 2, height: 2 }}
      />
      {bar === 0 ? null : (
        <TabBar
          numbers={tabs.map(({ number }) => number)}
          selected={tab.number}
          onSelect={(number) => shells.select(number)}
          onClose={(number) => shells.close(number, size)}
          onNew={() => shells.open(size)}
          onMore={() => setMenu({ line: undefined })}
        />
      )}
      <View style={{ grow: 1, basis: 0, paddingLeft: SIDE_PADDING }}>
        <TerminalView
          key={tab.number}
          tab={tab}
          fontSize={fontSize}
          rows={size.rows}
          onPress={focus}
          onLongPress={hold}
        />
      </View>
      <KeyRow control={control} onControl={() => setControl(!control)} onKey={sendKey} onText={send} />
      {keyboard ? null : <View style={{ height: NAVIGATION_HEIGHT }} />}
      {menu ? (
        <Menu
          onDismiss={() => setMenu(undefined)}
          items={[
            { id: "paste", label: texts.paste, onPress: () => tab.paste(services.clipboard.get()) },
            ...(line === undefined
              ? []
              : [{ id: "copy_line", label: texts.copyLine, onPress: () => copy(line, line + 1) }]),
            { id: "copy_screen", label: texts.copyScreen, onPress: () => copy(baseY, length) },
            { id: "copy_all", label: texts.copyAll, onPress: () => copy(0, length) },
            { id: "larger", label: texts.larger, onPress: () => setFontSize(fontSize + 1) },
            { id: "smaller", label: texts.smaller, onPress: () => setFontSize(fontSize - 1) },
            { id: "clear", label: texts.clear, onPress: () => tab.clearScrollback() },
          ]}
        />
      ) : null}
    </View>
  );
}

/** Returns the stored text size in dp and its setter. The initial size gives about 50 columns or more. */
function useFontSize(widthDp: number): [number, (size: number) => void] {
  const { dataDir, log } = useServices();
  const file = useMemo(
    () => new JsonFile(join(appFolder(dataDir, "com.terrarium.terminal"), "preferences.json"), preferencesSchema, log),
    [dataDir, log],
  );
  const [kept, setKept] = useState(() => file.read()?.fontSize);
  const set = (size: number): void => {
    const fontSize = Math.max(FONT_SIZES.least, Math.min(FONT_SIZES.most, size));
    setKept(fontSize);
    file.write({ fontSize });
  };
  return [kept ?? (widthDp >= 720 ? 14 : 11), set];
}
