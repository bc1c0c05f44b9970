import { mdiCellphoneLock, mdiUpdate } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { useBuildProperties } from "../build-properties.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingChoice } from "./ChoiceRow.tsx";
import { useIsOn } from "./SettingSwitch.tsx";

export function SecurityPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const disabled = useIsOn("secure", "lockscreen.disabled");
  const build = useBuildProperties();
  return (
    <Page title={strings.security} {...props}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          <SettingChoice
            namespace="secure"
            setting="lockscreen.disabled"
            icon={mdiCellphoneLock}
            title={strings.screenLock}
            choices={[
              { value: "1", title: strings.lockNone, text: strings.lockNoneText },
              { value: "0", title: strings.lockSwipe, text: strings.lockSwipeText },
            ]}
            value={disabled ? "1" : "0"}
          />
          <ListRow
            id="security_update"
            icon={mdiUpdate}
            title={strings.securityUpdate}
            subtitle={build.get("ro.build.version.security_patch") ?? strings.unknown}
          />
        </ListGroup>
      </View>
    </Page>
  );
}
