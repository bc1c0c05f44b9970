import {
  mdiBattery,
  mdiBattery10,
  mdiBattery20,
  mdiBattery30,
  mdiBattery40,
  mdiBattery50,
  mdiBattery60,
  mdiBattery70,
  mdiBattery80,
  mdiBattery90,
  mdiBatteryAlertVariantOutline,
  mdiBatteryPlusVariant,
} from "@mdi/js";
import { batteryKey } from "@terrarium/phone-system/battery";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useNumberSetting, useSetting } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { useSystemStrings } from "./system-strings.ts";

/** Glyphs from empty to full, in steps of ten percent. */
const GLYPHS = [
  mdiBatteryAlertVariantOutline,
  mdiBattery10,
  mdiBattery20,
  mdiBattery30,
  mdiBattery40,
  mdiBattery50,
  mdiBattery60,
  mdiBattery70,
  mdiBattery80,
  mdiBattery90,
  mdiBattery,
];

/** Battery level, also as a number if the user wants it: full, unless `dumpsys battery set level` changes it. */
export function BatteryIcon({ color }: { color: string }): ReactElement {
  const strings = useSystemStrings();
  const level = useNumberSetting("global", batteryKey("level"), { fallback: 100, min: 0, max: 100 });
  const saver = useSetting("global", "low_power") === "1";
  const percent = useSetting("system", "show_battery_percent") === "1";
  return (
    <View passThrough style={{ direction: "row", align: "center", gap: 2 }}>
      <Icon
        path={saver ? mdiBatteryPlusVariant : (GLYPHS[Math.floor(level / 10)] ?? mdiBattery)}
        size={16}
        color={color}
        label={strings.battery(level)}
        id="battery"
      />
      {percent ? (
        <Text id="battery_percentage" text={{ ...TYPE.labelSmall, fixed: true }} color={color} passThrough>
          {`${Math.round(level)}%`}
        </Text>
      ) : null}
    </View>
  );
}
