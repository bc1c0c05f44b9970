import { mdiAppsBox, mdiCrosshairsGps, mdiMapMarkerOutline } from "@mdi/js";
import { FIX_KEY, parseFix } from "@terrarium/phone-system/mock-location";
import { View } from "@terrarium/phone-ui/render/elements";
import { useServices, useSetting, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SwitchRow } from "@terrarium/phone-ui/widgets/Switch.tsx";
import type { ReactElement } from "react";
import { formatWhen } from "../../format-when.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { useIsOn } from "./SettingSwitch.tsx";

/** AOSP Settings.Secure, LOCATION_MODE_*. */
const LOCATION_MODES = { off: "0", highAccuracy: "3" } as const;
/** Shown digits of a latitude or longitude: about ten centimeters. */
const DEGREE_DIGITS = 6;

export function LocationPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const language = useLanguage();
  const { settings } = useServices();
  const on = useIsOn("secure", "location_mode");
  const stored = useSetting("secure", FIX_KEY);
  const minuteMs = useSystem((state) => state.minuteMs);
  const fix = on ? parseFix(stored) : undefined;
  const change = (value: boolean): void =>
    settings.put("secure", "location_mode", value ? LOCATION_MODES.highAccuracy : LOCATION_MODES.off);
  return (
    <Page title={strings.location} {...props}>
      <View style={{ gap: 14, marginTop: 4 }}>
        <ListGroup>
          <SwitchRow
            id="location_mode"
            icon={mdiMapMarkerOutline}
            title={strings.useLocation}
            checked={on}
            onChange={change}
          />
        </ListGroup>
        <ListGroup>
          <ListRow
            id="recent_position"
            icon={mdiCrosshairsGps}
            title={
              fix
                ? `${fix.latitude.toFixed(DEGREE_DIGITS)}, ${fix.longitude.toFixed(DEGREE_DIGITS)}`
                : strings.recentPosition
            }
            subtitle={
              fix
                ? strings.fixText(String(Math.round(fix.accuracyM)), formatWhen(fix.timeMs, minuteMs, language))
                : on
                  ? strings.noPosition
                  : strings.locationIsOff
            }
          />
          <ListRow
            id="location_access"
            icon={mdiAppsBox}
            title={strings.locationAccess}
            subtitle={strings.noLocationAccess}
          />
        </ListGroup>
      </View>
    </Page>
  );
}
