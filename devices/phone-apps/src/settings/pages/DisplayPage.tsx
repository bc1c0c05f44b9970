import { mdiBrightness6, mdiGestureSwipe, mdiPhoneRotateLandscape, mdiScreenRotation, mdiTimerOutline } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { shape } from "@terrarium/phone-ui/theme";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { Slider } from "@terrarium/phone-ui/widgets/Slider.tsx";
import { useState, type ReactElement } from "react";
import { settingsStrings } from "../strings.ts";
import { ChoiceDialog, type Choice } from "./ChoiceDialog.tsx";
import { FontSize } from "./FontSize.tsx";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { ThemeChoices } from "./ThemeChoices.tsx";

type Question = "timeout" | "orientation" | "navigation";
const brightnessMax = 255;

export function DisplayPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(settingsStrings);
  const colors = useColors();
  const { settings } = useServices();
  const [question, setQuestion] = useState<Question>();
  const brightness = Number(useSetting("system", "screen_brightness") ?? brightnessMax);
  const autoRotate = useSetting("system", "accelerometer_rotation") === "1";
  const questions = useQuestions();
  const row = (name: Question, icon: string): ReactElement => (
    <ListRow
      id={name}
      icon={icon}
      title={strings[name]}
      subtitle={questions[name].choices.find((each) => each.value === questions[name].value)?.title ?? ""}
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
        <View style={{ background: colors.surfaceContainer, radius: shape.inner, paddingBottom: 12 }}>
          <ListRow
            id="brightness"
            icon={mdiBrightness6}
            title={strings.brightness}
            subtitle={`${Math.round((brightness / brightnessMax) * 100)} %`}
          />
          <View style={{ paddingX: 18 }}>
            <Slider
              id="brightness_slider"
              label={strings.brightness}
              valueText={`${Math.round((brightness / brightnessMax) * 100)} %`}
              min={1}
              max={brightnessMax}
              step={1}
              value={Number.isFinite(brightness) ? brightness : brightnessMax}
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

/** What the rows ask, with their choices, how they stand, and what choosing does. */
function useQuestions(): Record<
  Question,
  { choices: readonly Choice[]; value: string; onChoose: (value: string) => void }
> {
  const strings = useStrings(settingsStrings);
  const { settings } = useServices();
  const orientations = [strings.portrait, strings.landscape, strings.portraitReversed, strings.landscapeReversed];
  return {
    timeout: {
      choices: Object.entries(strings.timeouts).map(([value, title]) => ({ value, title })),
      value: useSetting("system", "screen_off_timeout") ?? "",
      onChoose: (value) => settings.put("system", "screen_off_timeout", value),
    },
    orientation: {
      choices: orientations.map((title, index) => ({ value: String(index), title })),
      value: useSetting("system", "user_rotation") ?? "0",
      onChoose: (value) => settings.put("system", "user_rotation", value),
    },
    navigation: {
      choices: [
        { value: "2", title: strings.gestures, text: strings.gesturesText },
        { value: "0", title: strings.buttons, text: strings.buttonsText },
      ],
      value: useSetting("secure", "navigation_mode") ?? "2",
      onChoose: (value) => settings.put("secure", "navigation_mode", value),
    },
  };
}
