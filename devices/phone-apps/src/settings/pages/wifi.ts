import { WIFI_NAME, WIFI_NETWORK_KEY, wifiStateOf, type WifiState } from "@terrarium/phone-system/wifi";
import { useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SETTINGS_STRINGS } from "../strings.ts";

export function useWifi(): WifiState {
  return wifiStateOf(useSetting("global", "wifi_on"), useSetting("global", WIFI_NETWORK_KEY));
}

/** Returns the state of Wi-Fi in words. */
export function useWifiSummary(): string {
  const strings = useStrings(SETTINGS_STRINGS);
  const { on, connected } = useWifi();
  return connected ? strings.wifiConnectedTo(WIFI_NAME) : on ? strings.wifiDisconnected : strings.off;
}
