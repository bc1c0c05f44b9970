import {
  mdiAnimationOutline,
  mdiContrastCircle,
  mdiFormatColorText,
  mdiGestureTapHold,
  mdiResize,
  mdiThemeLightDark,
} from "@mdi/js";
import { useNumberSetting, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { SwitchRow } from "@terrarium/phone-ui/widgets/Switch.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { choicesOf } from "./ChoiceDialog.tsx";
import { ChoiceRow, SettingChoice } from "./ChoiceRow.tsx";
import { ANIMATION_SCALES } from "./DeveloperPage.tsx";
import { FontSize } from "./FontSize.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";
import { NIGHT_MODES } from "./ThemeChoices.tsx";

export function AccessibilityPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const saver = useIsOn("global", "low_power");
  const dark = useSystem((state) => state.theme === "dark");
  const holdMs = useNumberSetting("secure", "long_press_timeout", { fallback: 400, min: 0, max: 10_000 });
  return (
    <Page title={strings.accessibility} {...props}>
      <SectionTitle>{strings.fontSize}</SectionTitle>
      <FontSize />
      <SectionTitle>{strings.display}</SectionTitle>
      <ListGroup>
        <DisplaySize />
        <SettingSwitch
          namespace="secure"
          setting="high_text_contrast_enabled"
          icon={mdiFormatColorText}
          title={strings.highContrast}
          subtitle={strings.highContrastText}
        />
      </ListGroup>
      <SectionTitle>{strings.colorMotion}</SectionTitle>
      <ListGroup>
        <SwitchRow
          id="dark_theme"
          icon={mdiThemeLightDark}
          title={strings.darkTheme}
          {...(saver ? { subtitle: strings.darkBySaver, disabled: true } : {})}
          checked={dark}
          onChange={(on) => settings.put("secure", "ui_night_mode", NIGHT_MODES[on ? "dark" : "light"])}
        />
        <SettingSwitch
          namespace="secure"
          setting="accessibility_display_inversion_enabled"
          icon={mdiContrastCircle}
          title={strings.inversion}
        />
        <RemoveAnimations />
      </ListGroup>
      <SectionTitle>{strings.interaction}</SectionTitle>
      <ListGroup>
        <SettingChoice
          namespace="secure"
          setting="long_press_timeout"
          icon={mdiGestureTapHold}
          title={strings.holdDelay}
          choices={choicesOf(strings.holdDelays)}
          value={String(holdMs)}
          other={strings.seconds(holdMs / 1000)}
        />
      </ListGroup>
    </Page>
  );
}

/** On while all three scales of the developer options are 0, as on Android. */
function RemoveAnimations(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  return (
    <SwitchRow
      id="remove_animations"
      icon={mdiAnimationOutline}
      title={strings.removeAnimations}
      subtitle={strings.removeAnimationsText}
      checked={ANIMATION_SCALES.every(({ setting }) => settings.number("global", setting, 1) === 0)}
      onChange={(on) => {
        for (const { setting } of ANIMATION_SCALES) settings.put("global", setting, on ? "0" : "1");
      }}
    />
  );
}

/** Scales of the screen's own density (AOSP DisplayDensityUtils.java). */
const DISPLAY_SIZES = { small: 0.85, normal: 1, large: 1.1, larger: 1.2, largest: 1.3 } as const;
type DisplaySizeName = keyof typeof DISPLAY_SIZES;
const DENSITY_KEY = "display_density_forced";

function DisplaySize(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const { densityDpi, ownDensityDpi } = useScreen();
  const names = Object.keys(DISPLAY_SIZES) as DisplaySizeName[];
  const dpiOf = (name: DisplaySizeName): number => Math.round(ownDensityDpi * DISPLAY_SIZES[name]);
  const choose = (dpi: string): void => {
    if (Number(dpi) === ownDensityDpi) settings.delete("secure", DENSITY_KEY);
    else settings.put("secure", DENSITY_KEY, dpi);
  };
  return (
    <ChoiceRow
      id="display_size"
      icon={mdiResize}
      title={strings.displaySize}
      choices={names.map((name) => ({ value: String(dpiOf(name)), title: strings.displaySizes[name] }))}
      value={String(densityDpi)}
      other={strings.customSize(densityDpi)}
      onChoose={choose}
    />
  );
}
