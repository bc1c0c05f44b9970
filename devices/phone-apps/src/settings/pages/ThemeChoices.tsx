import { mdiCheckCircle } from "@mdi/js";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { drawWallpaper } from "@terrarium/phone-ui/services/draw-wallpaper";
import { useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE, type ThemeName } from "@terrarium/phone-ui/theme";
import { useCallback, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

const PICTURE_HEIGHT = 120;
/** UiModeManager's codes. */
const NIGHT_MODES: Readonly<Record<ThemeName, string>> = { light: "1", dark: "2" };

export function ThemeChoices(): ReactElement {
  return (
    <View style={{ direction: "row", gap: 12, marginTop: 4 }}>
      <ThemeChoice name="light" />
      <ThemeChoice name="dark" />
    </View>
  );
}

/** A small preview of the home screen in the theme. A tap selects the theme. */
function ThemeChoice({ name }: { name: ThemeName }): ReactElement {
  const colors = useColors();
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const selected = useSystem((state) => state.theme === name);
  const draw = useCallback(
    (context: SKRSContext2D, width: number, height: number) => drawWallpaper(context, width, height, name),
    [name],
  );
  return (
    <View
      id={`theme_${name}`}
      role="radio"
      label={strings[name]}
      checkable
      checked={selected}
      onPress={() => settings.put("secure", "ui_night_mode", NIGHT_MODES[name])}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        basis: 0,
        padding: 10,
        gap: 10,
        radius: SHAPE.large,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
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
