import { mdiAirplane, mdiBluetooth, mdiInformationOutline, mdiWifi } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";

export function NetworkPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const airplane = useIsOn("global", "airplane_mode_on");
  const wifi = useIsOn("global", "wifi_on");
  const bluetooth = useIsOn("global", "bluetooth_on");
  const state = (on: boolean): string => (on ? strings.wifiOn : strings.off);
  return (
    <Page title={strings.network} {...props}>
      <View style={{ gap: 14, marginTop: 4 }}>
        <ListGroup>
          <SettingSwitch
            namespace="global"
            setting="airplane_mode_on"
            icon={mdiAirplane}
            title={strings.airplane}
            subtitle={strings.airplaneSummary}
          />
          <SettingSwitch
            namespace="global"
            setting="wifi_on"
            icon={mdiWifi}
            title={strings.wifi}
            subtitle={airplane ? strings.wifiAirplane : state(wifi)}
            disabled={airplane}
          />
          <SettingSwitch
            namespace="global"
            setting="bluetooth_on"
            icon={mdiBluetooth}
            title={strings.bluetooth}
            subtitle={airplane ? strings.wifiAirplane : state(bluetooth)}
            disabled={airplane}
          />
        </ListGroup>
        <ListGroup>
          <ListRow
            id="network_truth"
            icon={mdiInformationOutline}
            title={strings.networkTruth}
            subtitle={strings.networkTruthText}
            subtitleLines={8}
          />
        </ListGroup>
      </View>
    </Page>
  );
}
