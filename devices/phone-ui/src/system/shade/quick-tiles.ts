import {
  mdiAirplane,
  mdiBluetooth,
  mdiCellphoneScreenshot,
  mdiGestureTap,
  mdiMinusCircleOutline,
  mdiPhoneRotateLandscape,
  mdiScreenRotation,
  mdiThemeLightDark,
  mdiWifi,
} from "@mdi/js";
import type { DeviceSettings, SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { SystemServices } from "../../services/services.ts";
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
  /** It does something rather than being on or off. */
  action?: true;
}

interface TileContext {
  services: SystemServices;
  strings: SystemStrings;
  screen: SystemState["screen"];
  /** Closes the shade and takes a picture of what was beneath. */
  takeScreenshot: () => void;
}

/** The quick settings as they stand, the most used first; each of them changes the device. */
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
  return [
    wifiTile(settings, strings, airplane),
    toggle("bluetooth", mdiBluetooth, strings.bluetooth, ["global", "bluetooth_on", "1", "0"]),
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
    {
      ...toggle("airplane", mdiAirplane, strings.airplane, ["global", "airplane_mode_on", "1", "0"]),
      onPress: () => setAirplaneMode(settings, !airplane),
    },
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
    toggle("show_touches", mdiGestureTap, strings.showTouches, ["system", "show_touches", "1", "0"]),
  ];
}

function wifiTile(settings: DeviceSettings, strings: SystemStrings, airplane: boolean): QuickTile {
  const on = settings.isOn("global", "wifi_on") && !airplane;
  return {
    id: "internet",
    icon: mdiWifi,
    label: strings.internet,
    detail: on ? strings.wifiName : airplane ? strings.airplane : strings.off,
    on,
    onPress: () => settings.put("global", "wifi_on", on ? "0" : "1"),
  };
}

/** As on a phone, airplane mode takes Bluetooth down with it, and gives it back. */
function setAirplaneMode(settings: DeviceSettings, on: boolean): void {
  settings.put("global", "airplane_mode_on", on ? "1" : "0");
  settings.put("global", "bluetooth_on", on ? "0" : "1");
}
