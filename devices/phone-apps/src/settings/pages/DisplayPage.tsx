import { mdiBrightness6, mdiGestureSwipe, mdiPhoneRotateLandscape, mdiScreenRotation, mdiTimerOutline } from "@mdi/js";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNumberSetting, useScreen, useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE } from "@terrarium/phone-ui/theme";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { Slider } from "@terrarium/phone-ui/widgets/Slider.tsx";
import { useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { ChoiceDialog, type Choice } from "./ChoiceDialog.tsx";
import { FontSize } from "./FontSize.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";
import { ThemeChoices } from "./ThemeChoices.tsx";

type Question = "timeout" | "orientation" | "navigation";
const BRIGHTNESS_MAX = 255;

export function DisplayPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const colors = useColors();
  const { settings } = useServices();
  const [question, setQuestion] = useState<Question>();
  const bounds = { fallback: BRIGHTNESS_MAX, min: 0, max: BRIGHTNESS_MAX };
  const brightness = useNumberSetting("system", "screen_brightness", bounds);
  const autoRotate = useIsOn("system", "accelerometer_rotation");
  const questions = useQuestions();
  const row = (name: Question, icon: string): ReactElement => (
    <ListRow
      id={name}
      icon={icon}
      title={strings[name]}
      subtitle={questions[name].said}
      onPress={() => setQuestion(name)}
    />
  );
  const asked = question && questions[question];
  return (
    <Page
      title={strings.display}
      {...props}
      over={asked ? <ChoiceDialog title={strings[question]} {...asked} onClose={() => setQuestion(undefined)} /> : null}
    >
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
        {autoRotate ? null : row("orientation", mdiPhoneRotateLandscape)}
      </ListGroup>
      <SectionTitle>{strings.display}</SectionTitle>
      <ListGroup>
        <View style={{ background: colors.surfaceContainer, radius: SHAPE.inner, paddingBottom: 12 }}>
          <ListRow
            id="brightness"
            icon={mdiBrightness6}
            title={strings.brightness}
            subtitle={`${Math.round((brightness / BRIGHTNESS_MAX) * 100)} %`}
          />
          <View style={{ paddingX: 18 }}>
            <Slider
              id="brightness_slider"
              label={strings.brightness}
              valueText={`${Math.round((brightness / BRIGHTNESS_MAX) * 100)} %`}
              min={1}
              max={BRIGHTNESS_MAX}
              step={1}
              value={brightness}
              onChange={(value) => settings.put("system", "screen_brightness", String(value))}
            />
          </View>
        </View>
        {row("timeout", mdiTimerOutline)}
        {row("navigation", mdiGestureSwipe)}
      </ListGroup>
    </Page>
  );
}

/** Returns the choices, current value and handler of each row's dialog. A script may have set any value. */
function useQuestions(): Record<
  Question,
  { choices: readonly Choice[]; value: string; said: string; onChoose: (value: string) => void }
> {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const timeoutMs = useNumberSetting("system", "screen_off_timeout", { fallback: 0, min: 0, max: 2 ** 31 - 1 });
  const { rotation } = useScreen();
  const turned = useNumberSetting("system", "user_rotation", { fallback: 0, min: -1, max: 4 });
  const navigation = useSetting("secure", "navigation_mode") === "0" ? "0" : "2";
  const orientations = [strings.portrait, strings.landscape, strings.portraitReversed, strings.landscapeReversed];
  const question = (
    namespace: SettingNamespace,
    key: string,
    value: string,
    choices: readonly Choice[],
    other = "",
  ): ReturnType<typeof useQuestions>[Question] => ({
    choices,
    value,
    said: choices.find((each) => each.value === value)?.title ?? other,
    onChoose: (chosen) => settings.put(namespace, key, chosen),
  });
  return {
    timeout: question(
      "system",
      "screen_off_timeout",
      String(timeoutMs),
      Object.entries(strings.timeouts).map(([value, title]) => ({ value, title })),
      strings.seconds(timeoutMs / 1000),
    ),
    orientation: question(
      "system",
      "user_rotation",
      String(turned in orientations ? turned : rotation),
      orientations.map((title, index) => ({ value: String(index), title })),
    ),
    navigation: question("secure", "navigation_mode", navigation, [
      { value: "2", title: strings.gestures, text: strings.gesturesText },
      { value: "0", title: strings.buttons, text: strings.buttonsText },
    ]),
  };
}
