import {
  mdiAnimationOutline,
  mdiCodeBraces,
  mdiCrosshairsGps,
  mdiGestureTap,
  mdiKeyboardOutline,
  mdiMapMarkerOutline,
  mdiUsb,
  mdiWeatherSunny,
} from "@mdi/js";
import { POWER_SOURCES } from "@terrarium/phone-system/battery";
import { View } from "@terrarium/phone-ui/render/elements";
import { useNumberSetting, useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { SwitchRow } from "@terrarium/phone-ui/widgets/Switch.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingChoice } from "./ChoiceRow.tsx";
import { DebugKeys } from "./DebugKeys.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";

export function DeveloperPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const enabled = useSetting("global", "development_settings_enabled") === "1";
  return (
    <Page title={strings.developer} {...props}>
      <ListGroup>
        <SettingSwitch
          namespace="global"
          setting="development_settings_enabled"
          icon={mdiCodeBraces}
          title={strings.developerUse}
        />
      </ListGroup>
      {enabled ? (
        <DeveloperSettings />
      ) : (
        <EmptyState icon={mdiCodeBraces} title={strings.developerOff} text={strings.developerOffHint} />
      )}
    </Page>
  );
}

function DeveloperSettings(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  return (
    <>
      <View style={{ marginTop: 14 }}>
        <ListGroup>
          <StayAwake />
        </ListGroup>
      </View>
      <SectionTitle>{strings.debugging}</SectionTitle>
      <ListGroup>
        <ListRow id="usb_debugging" icon={mdiUsb} title={strings.usbDebugging} subtitle={strings.usbDebuggingText} />
        <DebugKeys />
        <SettingSwitch
          namespace="secure"
          setting="mock_location"
          icon={mdiMapMarkerOutline}
          title={strings.mockLocation}
          subtitle={strings.mockLocationText}
        />
      </ListGroup>
      <SectionTitle>{strings.input}</SectionTitle>
      <ListGroup>
        <SettingSwitch
          namespace="system"
          setting="show_touches"
          icon={mdiGestureTap}
          title={strings.showTouches}
          subtitle={strings.showTouchesText}
        />
        <SettingSwitch
          namespace="system"
          setting="pointer_location"
          icon={mdiCrosshairsGps}
          title={strings.pointerLocation}
          subtitle={strings.pointerLocationText}
        />
        <SettingSwitch
          namespace="secure"
          setting="show_ime_with_hard_keyboard"
          icon={mdiKeyboardOutline}
          title={strings.hardwareKeyboard}
          subtitle={strings.hardwareKeyboardText}
        />
      </ListGroup>
      <SectionTitle>{strings.drawing}</SectionTitle>
      <ListGroup>
        {ANIMATION_SCALES.map((each) => (
          <AnimationScale key={each.setting} {...each} />
        ))}
      </ListGroup>
    </>
  );
}

/** The scales of AOSP Settings.Global, with the factors that Android offers. */
export const ANIMATION_SCALES = [
  { setting: "window_animation_scale", title: "windowScale" },
  { setting: "transition_animation_scale", title: "transitionScale" },
  { setting: "animator_duration_scale", title: "animatorScale" },
] as const;
const SCALE_FACTORS = [0, 0.5, 1, 1.5, 2, 5, 10];

function AnimationScale({ setting, title }: (typeof ANIMATION_SCALES)[number]): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const scale = useNumberSetting("global", setting, { fallback: 1, min: 0, max: 20 });
  const nameOf = (factor: number): string => (factor === 0 ? strings.animationOff : strings.animationScale(factor));
  return (
    <SettingChoice
      namespace="global"
      setting={setting}
      icon={mdiAnimationOutline}
      title={strings[title]}
      choices={SCALE_FACTORS.map((factor) => ({ value: String(factor), title: nameOf(factor) }))}
      value={String(scale)}
      other={nameOf(scale)}
    />
  );
}

/** Every power source keeps the screen on. */
const ANY_SOURCE = String(Object.values(POWER_SOURCES).reduce((bits, bit) => bits | bit, 0));

function StayAwake(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  return (
    <SwitchRow
      id="stay_awake"
      icon={mdiWeatherSunny}
      title={strings.stayAwake}
      subtitle={strings.stayAwakeText}
      checked={useIsOn("global", "stay_on_while_plugged_in")}
      onChange={(on) => settings.put("global", "stay_on_while_plugged_in", on ? ANY_SOURCE : "0")}
    />
  );
}
