import { mdiCheckCircle } from "@mdi/js";
import { Draw, Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { wallpaperDrawing } from "@terrarium/phone-ui/services/wallpapers/wallpapers";
import { DISABLED_OPACITY, SHAPE, TYPE, type ThemeName } from "@terrarium/phone-ui/theme";
import { useMemo, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { useIsOn } from "./SettingSwitch.tsx";

const PICTURE_HEIGHT = 120;
/** UiModeManager's codes. */
export const NIGHT_MODES: Readonly<Record<ThemeName, string>> = { light: "1", dark: "2" };

/** The light and the dark theme. Battery saver decides while it is on. */
export function ThemeChoices(): ReactElement {
  const colors = useColors();
  const strings = useStrings(SETTINGS_STRINGS);
  const saver = useIsOn("global", "low_power");
  return (
    <>
      <View style={{ direction: "row", gap: 12, marginTop: 4 }}>
        <ThemeChoice name="light" disabled={saver} />
        <ThemeChoice name="dark" disabled={saver} />
      </View>
      {saver ? (
        <Text id="theme_note" text={TYPE.body} color={colors.onSurfaceVariant} style={{ marginX: 8, marginTop: 12 }}>
          {strings.darkBySaver}
        </Text>
      ) : null}
    </>
  );
}

/** A small preview of the home screen in the theme. A tap selects the theme. */
function ThemeChoice({ name, disabled }: { name: ThemeName; disabled: boolean }): ReactElement {
  const colors = useColors();
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const selected = useSystem((state) => state.theme === name);
  const wallpaper = useSystem((state) => state.wallpaper);
  const draw = useMemo(() => wallpaperDrawing(wallpaper, name), [wallpaper, name]);
  return (
    <View
      id={`theme_${name}`}
      role="radio"
      label={strings[name]}
      checkable
      checked={selected}
      enabled={!disabled}
      {...(disabled ? {} : { onPress: () => settings.put("secure", "ui_night_mode", NIGHT_MODES[name]) })}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        basis: 0,
        padding: 10,
        gap: 10,
        radius: SHAPE.large,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
        opacity: disabled ? DISABLED_OPACITY : 1,
      }}
    >
      <View passThrough style={{ height: PICTURE_HEIGHT, radius: SHAPE.medium, clip: true }}>
        <Draw style={{ height: PICTURE_HEIGHT }} draw={draw} />
      </View>
      <View passThrough style={{ direction: "row", align: "center", justify: "between", minHeight: 24, paddingX: 4 }}>
        <Text
          text={TYPE.label}
          color={selected ? colors.onSecondaryContainer : colors.onSurface}
          maxLines={1}
          passThrough
        >
          {strings[name]}
        </Text>
        {selected ? <Icon path={mdiCheckCircle} size={20} color={colors.primary} passThrough /> : null}
      </View>
    </View>
  );
}
