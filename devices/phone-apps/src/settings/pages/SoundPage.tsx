import { mdiAlarm, mdiMusicNote, mdiPhoneRingOutline, mdiVibrate } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { choicesOf } from "./ChoiceDialog.tsx";
import { SettingChoice } from "./ChoiceRow.tsx";
import { DoNotDisturb } from "./NotificationsPage.tsx";
import { SliderRow } from "./SliderRow.tsx";

/** Volumes by their settings, with the ranges of AOSP AudioService.java. */
const VOLUMES = [
  { setting: "volume_music", title: "mediaVolume", icon: mdiMusicNote, min: 0, max: 15 },
  { setting: "volume_ring", title: "ringVolume", icon: mdiPhoneRingOutline, min: 0, max: 7 },
  { setting: "volume_alarm", title: "alarmVolume", icon: mdiAlarm, min: 1, max: 7 },
] as const;

export function SoundPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  return (
    <Page title={strings.sound} {...props}>
      <View style={{ gap: 14, marginTop: 4 }}>
        <ListGroup>
          {VOLUMES.map(({ title, ...volume }) => (
            <SliderRow key={title} namespace="system" title={strings[title]} fallback={volume.min} {...volume} />
          ))}
        </ListGroup>
        <ListGroup>
          <SettingChoice
            namespace="global"
            setting="mode_ringer"
            icon={mdiVibrate}
            title={strings.ringerMode}
            choices={choicesOf(strings.ringerModes).toReversed()}
          />
          <DoNotDisturb />
        </ListGroup>
      </View>
    </Page>
  );
}
