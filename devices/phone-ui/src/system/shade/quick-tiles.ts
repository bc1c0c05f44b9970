import {
  mdiAirplane,
  mdiBatteryHeartOutline,
  mdiBluetooth,
  mdiCellphoneScreenshot,
  mdiGestureTap,
  mdiMapMarkerOutline,
  mdiMinusCircleOutline,
  mdiPhoneRotateLandscape,
  mdiScreenRotation,
  mdiThemeLightDark,
  mdiWifi,
} from "@mdi/js";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { SystemServices } from "../../services/app.ts";
import type { SystemState } from "../../services/system-store.ts";
import type { SystemStrings } from "../system-strings.ts";

export interface QuickTile {
  id: string;
  icon: string;
  label: string;
  /** The second line: the state in words. */
  detail: string;
  on: boolean;
  onPress: () => void;
  /** Whether the tile performs an action instead of being on or off. */
  action?: true;
}

interface TileContext {
  services: SystemServices;
  strings: SystemStrings;
  screen: SystemState["screen"];
  /** Closes the shade and takes a screenshot of the content beneath. */
  takeScreenshot: () => void;
}

/** Returns the quick settings with their current state, the most used first; each tile changes the device. */
export function quickTiles({ services, strings, screen, takeScreenshot }: TileContext): QuickTile[] {
  const { settings } = services;
  const sideways = screen.rotation % 2 === 1;
  const toggle = (
    id: string,
    icon: string,
    label: string,
    [namespace, key, onValue, offValue]: readonly [SettingNamespace, string, string, string],
    detail?: string,
  ): QuickTile => {
    const on = settings.get(namespace, key) === onValue;
    return {
      id,
      icon,
      label,
      detail: on ? (detail ?? strings.on) : strings.off,
      on,
      onPress: () => settings.put(namespace, key, on ? offValue : onValue),
    };
  };
  const airplane = settings.isOn("global", "airplane_mode_on");
  /** As in Settings, radios are off in airplane mode and return to their previous state afterwards. */
  const radio = (id: string, icon: string, label: string, key: string, detail: string): QuickTile => {
    const on = settings.isOn("global", key) && !airplane;
    return {
      id,
      icon,
      label,
      detail: on ? detail : airplane ? strings.airplane : strings.off,
      on,
      onPress: () => {
        if (!airplane) settings.put("global", key, on ? "0" : "1");
      },
    };
  };
  return [
    radio("internet", mdiWifi, strings.internet, "wifi_on", strings.wifiName),
    radio("bluetooth", mdiBluetooth, strings.bluetooth, "bluetooth_on", strings.on),
    toggle("dark_theme", mdiThemeLightDark, strings.darkTheme, ["secure", "ui_night_mode", "2", "1"]),
    {
      id: "screenshot",
      icon: mdiCellphoneScreenshot,
      label: strings.screenshot,
      detail: strings.tapToTake,
      on: false,
      action: true,
      onPress: takeScreenshot,
    },
    toggle("airplane", mdiAirplane, strings.airplane, ["global", "airplane_mode_on", "1", "0"]),
    {
      id: "rotate",
      icon: mdiPhoneRotateLandscape,
      label: strings.rotate,
      detail: sideways ? strings.landscape : strings.portrait,
      on: sideways,
      onPress: () => {
        settings.put("system", "accelerometer_rotation", "0");
        settings.put("system", "user_rotation", sideways ? "0" : "1");
      },
    },
    toggle("dnd", mdiMinusCircleOutline, strings.doNotDisturb, ["global", "zen_mode", "1", "0"]),
    toggle("auto_rotate", mdiScreenRotation, strings.autoRotate, ["system", "accelerometer_rotation", "1", "0"]),
    toggle("location", mdiMapMarkerOutline, strings.location, ["secure", "location_mode", "3", "0"]),
    toggle("battery_saver", mdiBatteryHeartOutline, strings.batterySaver, ["global", "low_power", "1", "0"]),
    toggle("show_touches", mdiGestureTap, strings.showTouches, ["system", "show_touches", "1", "0"]),
  ];
}
