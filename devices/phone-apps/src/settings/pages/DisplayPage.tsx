import { mdiBrightness6, mdiGestureSwipe, mdiPhoneRotateLandscape, mdiScreenRotation, mdiTimerOutline } from "@mdi/js";
import { useNumberSetting, useScreen, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { choicesOf } from "./ChoiceDialog.tsx";
import { SettingChoice } from "./ChoiceRow.tsx";
import { FontSize } from "./FontSize.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";
import { SliderRow } from "./SliderRow.tsx";
import { ThemeChoices } from "./ThemeChoices.tsx";

const BRIGHTNESS_MAX = 255;

export function DisplayPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const autoRotate = useIsOn("system", "accelerometer_rotation");
  const timeoutMs = useNumberSetting("system", "screen_off_timeout", { fallback: 0, min: 0, max: 2 ** 31 - 1 });
  const navigation = useSetting("secure", "navigation_mode") === "0" ? "0" : "2";
  return (
    <Page title={strings.display} {...props}>
      <ThemeChoices />
      <SectionTitle>{strings.fontSize}</SectionTitle>
      <FontSize />
      <SectionTitle>{strings.rotation}</SectionTitle>
      <ListGroup>
        <SettingSwitch
          namespace="system"
          setting="accelerometer_rotation"
          icon={mdiScreenRotation}
          title={strings.autoRotate}
          subtitle={strings.autoRotateSummary}
        />
        {autoRotate ? null : <Orientation />}
      </ListGroup>
      <SectionTitle>{strings.display}</SectionTitle>
      <ListGroup>
        <SliderRow
          namespace="system"
          setting="screen_brightness"
          id="brightness"
          icon={mdiBrightness6}
          title={strings.brightness}
          min={0}
          least={1}
          max={BRIGHTNESS_MAX}
          fallback={BRIGHTNESS_MAX}
        />
        <SettingChoice
          namespace="system"
          setting="screen_off_timeout"
          id="timeout"
          icon={mdiTimerOutline}
          title={strings.timeout}
          choices={choicesOf(strings.timeouts)}
          value={String(timeoutMs)}
          other={strings.seconds(timeoutMs / 1000)}
        />
        <SettingChoice
          namespace="secure"
          setting="navigation_mode"
          id="navigation"
          icon={mdiGestureSwipe}
          title={strings.navigation}
          choices={[
            { value: "2", title: strings.gestures, text: strings.gesturesText },
            { value: "0", title: strings.buttons, text: strings.buttonsText },
          ]}
          value={navigation}
        />
      </ListGroup>
    </Page>
  );
}

function Orientation(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { rotation } = useScreen();
  const turned = useNumberSetting("system", "user_rotation", { fallback: 0, min: -1, max: 4 });
  const titles = [strings.portrait, strings.landscape, strings.portraitReversed, strings.landscapeReversed];
  return (
    <SettingChoice
      namespace="system"
      setting="user_rotation"
      id="orientation"
      icon={mdiPhoneRotateLandscape}
      title={strings.orientation}
      choices={titles.map((title, index) => ({ value: String(index), title }))}
      value={String(turned in titles ? turned : rotation)}
    />
  );
}
