import { mdiAirplane, mdiWifi } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import type { PageProps } from "../routes.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useWifiSummary } from "./wifi.ts";

export function NetworkPage({ onOpen, ...page }: PageProps): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const summary = useWifiSummary();
  return (
    <Page title={strings.network} {...page}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          <ListRow id="wifi" icon={mdiWifi} title={strings.wifi} subtitle={summary} onPress={() => onOpen("wifi")} />
          <SettingSwitch
            namespace="global"
            setting="airplane_mode_on"
            icon={mdiAirplane}
            title={strings.airplane}
            subtitle={strings.airplaneSummary}
          />
        </ListGroup>
      </View>
    </Page>
  );
}
