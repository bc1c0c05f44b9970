import type { DeviceSettings } from "./device-settings.ts";

/** Name of the only Wi-Fi network in range. It is open, and connects the apps as far as the operator allows. */
export const WIFI_NAME = "Terrarium";

/** Setting of the device's relation to the network: "connected", "saved" or "forgotten". */
export const WIFI_NETWORK_KEY = "wifi_network";

export interface WifiState {
  on: boolean;
  connected: boolean;
  /** Whether the device knows the network, and connects to it when Wi-Fi is turned on. */
  saved: boolean;
}

/** Returns the state of Wi-Fi. Any other value of the setting means connected. */
export function wifiState(settings: Pick<DeviceSettings, "get">): WifiState {
  return wifiStateOf(settings.get("global", "wifi_on"), settings.get("global", WIFI_NETWORK_KEY));
}

/** Returns the state of Wi-Fi for the values of both settings. */
export function wifiStateOf(wifiOn: string | undefined, network: string | undefined): WifiState {
  const on = (wifiOn ?? "0") !== "0";
  return { on, connected: on && network !== "saved" && network !== "forgotten", saved: network !== "forgotten" };
}
