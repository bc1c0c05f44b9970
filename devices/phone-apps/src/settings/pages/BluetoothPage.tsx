import { mdiBluetooth, mdiBluetoothOff, mdiPencilOutline } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { NameDialog } from "./NameDialog.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";

/** The Bluetooth adapter. No device is ever in its range. */
export function BluetoothPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const on = useIsOn("global", "bluetooth_on");
  const deviceName = useSetting("global", "device_name") ?? "";
  const name = useSetting("secure", "bluetooth_name") ?? deviceName;
  const [naming, setNaming] = useState(false);
  return (
    <Page title={strings.bluetooth} {...props}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          <SettingSwitch namespace="global" setting="bluetooth_on" icon={mdiBluetooth} title={strings.bluetoothUse} />
          <ListRow
            id="bluetooth_name"
            icon={mdiPencilOutline}
            title={strings.bluetoothName}
            subtitle={name}
            onPress={() => setNaming(true)}
          />
        </ListGroup>
      </View>
      {on ? (
        <>
          <SectionTitle>{strings.pairedDevices}</SectionTitle>
          <EmptyState icon={mdiBluetooth} title={strings.noDevices} text={strings.noDevicesText} />
        </>
      ) : (
        <EmptyState icon={mdiBluetoothOff} title={strings.off} text={strings.bluetoothOffHint} />
      )}
      {naming ? (
        <NameDialog
          title={strings.bluetoothName}
          name={name}
          onSave={(given) => settings.put("secure", "bluetooth_name", given)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </Page>
  );
}
