import { mdiHistory, mdiLockOutline, mdiMinusCircleOutline } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import type { ReactElement } from "react";
import type { PageProps } from "../routes.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { AppNotificationSwitch } from "./AppNotificationSwitch.tsx";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";
import { useNamedApps } from "./use-named-apps.ts";

export function NotificationsPage({ onOpen, ...page }: PageProps): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const keepsHistory = useIsOn("secure", "notification_history_enabled");
  const apps = useNamedApps();
  return (
    <Page title={strings.notifications} {...page}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          <ListRow
            id="history"
            icon={mdiHistory}
            title={strings.history}
            subtitle={keepsHistory ? strings.on : strings.off}
            onPress={() => onOpen("history")}
          />
          <SettingSwitch
            namespace="secure"
            setting="lock_screen_show_notifications"
            icon={mdiLockOutline}
            title={strings.lockScreenNotifications}
          />
          <DoNotDisturb />
        </ListGroup>
      </View>
      <SectionTitle>{strings.appNotifications}</SectionTitle>
      <ListGroup>
        {apps.map(({ packageName, icon, name }) => (
          <AppNotificationSwitch
            key={packageName}
            packageName={packageName}
            title={name}
            leading={<AppIcon design={icon} size={40} />}
          />
        ))}
      </ListGroup>
    </Page>
  );
}

/** The switch of quiet mode, also on the page of sounds. */
export function DoNotDisturb(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  return (
    <SettingSwitch
      namespace="global"
      setting="zen_mode"
      icon={mdiMinusCircleOutline}
      title={strings.doNotDisturb}
      subtitle={strings.doNotDisturbText}
    />
  );
}
