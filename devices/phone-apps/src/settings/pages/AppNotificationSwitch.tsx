import { BLOCKED_NOTIFICATIONS_KEY, blockedIn, withBlocked } from "@terrarium/phone-system/blocked-notifications";
import { useServices, useSetting, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import type { ListRowProps } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { SwitchRow } from "@terrarium/phone-ui/widgets/Switch.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

/** A row that blocks or allows the notifications of an app, with their present number. */
export function AppNotificationSwitch(
  props: Pick<ListRowProps, "title" | "icon" | "leading"> & { packageName: string },
): ReactElement {
  const { packageName, ...row } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const stored = useSetting("secure", BLOCKED_NOTIFICATIONS_KEY);
  const count = useSystem((state) => state.notifications.filter((each) => each.packageName === packageName).length);
  const allowed = !blockedIn(stored).includes(packageName);
  return (
    <SwitchRow
      {...row}
      id={`notifications_${packageName}`}
      subtitle={allowed ? strings.notificationsShown(count) : strings.blocked}
      checked={allowed}
      onChange={(on) => settings.put("secure", BLOCKED_NOTIFICATIONS_KEY, withBlocked(stored, packageName, !on))}
    />
  );
}
