import { batteryOf, type Battery } from "@terrarium/phone-system/battery";
import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SETTINGS_STRINGS } from "../strings.ts";

/** Returns the reported battery state, with a valid level. */
export function useBattery(): Battery {
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  const battery = batteryOf(settings);
  return { ...battery, level: Math.round(Math.max(0, Math.min(100, battery.level))) };
}

/** Returns the battery's status in words. */
export function useBatteryStatus({ status }: Battery): string {
  const strings = useStrings(SETTINGS_STRINGS);
  return strings.batteryStates[String(status)] ?? strings.unknown;
}
