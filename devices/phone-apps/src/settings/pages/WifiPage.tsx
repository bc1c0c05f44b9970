import { mdiWifi, mdiWifiOff, mdiWifiStrength4 } from "@mdi/js";
import { WIFI_NAME, WIFI_NETWORK_KEY } from "@terrarium/phone-system/wifi";
import { View } from "@terrarium/phone-ui/render/elements";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useWifi } from "./wifi.ts";

/** The network in range: a tap connects, or offers to leave it. */
export function WifiPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const { on, connected, saved } = useWifi();
  const [asking, setAsking] = useState(false);
  const become = (state: "connected" | "saved" | "forgotten"): void => {
    setAsking(false);
    settings.put("global", WIFI_NETWORK_KEY, state);
  };
  return (
    <Page title={strings.wifi} {...props}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          <SettingSwitch namespace="global" setting="wifi_on" icon={mdiWifi} title={strings.wifiUse} />
        </ListGroup>
      </View>
      {on ? (
        <>
          <SectionTitle>{strings.networks}</SectionTitle>
          <ListGroup>
            <ListRow
              id="wifi_network"
              icon={mdiWifiStrength4}
              title={WIFI_NAME}
              subtitle={connected ? strings.connected : saved ? strings.savedNetwork : strings.openNetwork}
              onPress={() => (saved ? setAsking(true) : become("connected"))}
            />
          </ListGroup>
        </>
      ) : (
        <EmptyState icon={mdiWifiOff} title={strings.off} text={strings.wifiOffHint} />
      )}
      {asking && on ? (
        <Dialog
          title={WIFI_NAME}
          text={strings.networkText}
          onDismiss={() => setAsking(false)}
          actions={[
            { id: "cancel", label: strings.cancel, onPress: () => setAsking(false) },
            { id: "forget", label: strings.forget, onPress: () => become("forgotten") },
            connected
              ? { id: "disconnect", label: strings.disconnect, onPress: () => become("saved") }
              : { id: "connect", label: strings.connect, onPress: () => become("connected") },
          ]}
        />
      ) : null}
    </Page>
  );
}
