import { mdiBellOutline, mdiHistory } from "@mdi/js";
import type { PostedNotification } from "@terrarium/phone-system/system-ui";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { formatWhen } from "../../format-when.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { SettingSwitch, useIsOn } from "./SettingSwitch.tsx";

/** Notifications since the history was turned on, also dismissed ones. */
export function HistoryPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const on = useIsOn("secure", "notification_history_enabled");
  const history = useSystem((state) => state.notificationHistory);
  return (
    <Page title={strings.history} {...props}>
      <View style={{ marginTop: 4, gap: 14 }}>
        <ListGroup>
          <SettingSwitch
            namespace="secure"
            setting="notification_history_enabled"
            icon={mdiHistory}
            title={strings.historyUse}
          />
        </ListGroup>
        {history.length > 0 ? (
          <ListGroup>
            {history.map((notification, index) => (
              <HistoryRow
                key={`${notification.packageName} ${notification.id}`}
                index={index}
                notification={notification}
              />
            ))}
          </ListGroup>
        ) : on ? (
          <EmptyState icon={mdiBellOutline} title={strings.historyEmpty} text={strings.historyEmptyText} />
        ) : (
          <EmptyState icon={mdiHistory} title={strings.historyOff} text={strings.historyOffText} />
        )}
      </View>
    </Page>
  );
}

function HistoryRow({ notification, index }: { notification: PostedNotification; index: number }): ReactElement {
  const { packageName, title, text, postedMs } = notification;
  const colors = useColors();
  const language = useLanguage();
  const minuteMs = useSystem((state) => state.minuteMs);
  const { name, icon } = useServices().notificationSource(packageName);
  return (
    <ListRow
      id={`history_${index}`}
      leading={<AppIcon design={icon} size={40} />}
      title={title}
      subtitle={text === "" ? name : `${name} · ${text}`}
      trailing={
        <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} passThrough>
          {formatWhen(postedMs, minuteMs, language)}
        </Text>
      }
    />
  );
}
