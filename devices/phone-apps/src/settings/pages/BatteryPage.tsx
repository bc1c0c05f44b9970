import {
  mdiBatteryHeartVariant,
  mdiBatteryPlusVariant,
  mdiClockOutline,
  mdiPercentOutline,
  mdiPowerPlugOutline,
  mdiThermometer,
} from "@mdi/js";
import { powerSource } from "@terrarium/phone-system/battery";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNumberSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { ProgressBar } from "../../ProgressBar.tsx";
import { SETTINGS_STRINGS } from "../strings.ts";
import { useBattery, useBatteryStatus } from "./battery.ts";
import { SettingChoice } from "./ChoiceRow.tsx";
import { SettingSwitch } from "./SettingSwitch.tsx";

/** Levels in percent at which battery saver can turn on by itself. */
const SAVER_LEVELS = [5, 10, 15, 20, 30, 50];
/** Lowest level that is not shown as a warning. */
const LOW_LEVEL = 16;

export function BatteryPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const battery = useBattery();
  const source = powerSource(battery);
  const trigger = useNumberSetting("global", "low_power_trigger_level", { fallback: 0, min: 0, max: 100 });
  return (
    <Page title={strings.battery} {...props}>
      <View style={{ gap: 14, marginTop: 4 }}>
        <LevelCard />
        <ListGroup>
          <SettingSwitch
            namespace="global"
            setting="low_power"
            icon={mdiBatteryPlusVariant}
            title={strings.batterySaver}
            subtitle={strings.batterySaverText}
          />
          <SettingChoice
            namespace="global"
            setting="low_power_trigger_level"
            icon={mdiClockOutline}
            title={strings.batterySchedule}
            choices={[
              { value: "0", title: strings.never },
              ...SAVER_LEVELS.map((level) => ({ value: String(level), title: strings.atLevel(level) })),
            ]}
            value={String(trigger)}
            other={strings.atLevel(trigger)}
          />
          <SettingSwitch
            namespace="system"
            setting="show_battery_percent"
            icon={mdiPercentOutline}
            title={strings.batteryPercentage}
            subtitle={strings.batteryPercentageText}
          />
        </ListGroup>
        <ListGroup>
          <ListRow
            id="power_source"
            icon={mdiPowerPlugOutline}
            title={strings.powerSource}
            subtitle={source === undefined ? strings.unplugged : strings.powerSources[source]}
          />
          <ListRow
            id="temperature"
            icon={mdiThermometer}
            title={strings.temperature}
            subtitle={`${(battery.temp / 10).toFixed(1)} °C`}
          />
          <ListRow
            id="battery_health"
            icon={mdiBatteryHeartVariant}
            title={strings.batteryHealth}
            subtitle={strings.healthGood}
          />
        </ListGroup>
      </View>
    </Page>
  );
}

function LevelCard(): ReactElement {
  const colors = useColors();
  const battery = useBattery();
  const status = useBatteryStatus(battery);
  return (
    <View style={{ background: colors.surfaceContainer, radius: SHAPE.large, padding: 20, gap: 14 }}>
      <View style={{ direction: "row", align: "end", gap: 8, wrap: true }}>
        <Text id="battery_level" text={{ ...TYPE.headline, weight: 500 }} color={colors.onSurface}>
          {`${battery.level}%`}
        </Text>
        <Text id="battery_status" text={TYPE.body} color={colors.onSurfaceVariant} style={{ marginBottom: 4 }}>
          {status}
        </Text>
      </View>
      <ProgressBar id="battery_bar" part={battery.level / 100} warns={battery.level < LOW_LEVEL} />
    </View>
  );
}
