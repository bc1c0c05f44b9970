import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { WIFI_NAME, WIFI_NETWORK_KEY, wifiStateOf, type WifiState } from "@terrarium/phone-system/wifi";
import { FailedAnswer, type Subcommands } from "../android-command.ts";
import { either } from "../arguments.ts";

/** Id of the only network in `cmd wifi list-networks`. */
const NETWORK_ID = "0";

async function readWifi(system: SystemCalls): Promise<WifiState> {
  return wifiStateOf(await system.getSetting("global", "wifi_on"), await system.getSetting("global", WIFI_NETWORK_KEY));
}

/** Subcommands of `cmd wifi` (WifiShellCommand.java). One open network is in range. */
export const wifiSubcommands: Subcommands = {
  usage:
    "Wi-Fi (wifi) commands:\n  status\n  set-wifi-enabled enabled|disabled\n  list-networks\n" +
    "  connect-network <ssid> open\n  forget-network <networkId>\n",
  commands: {
    status: async (_args, { system }) => {
      const { on, connected } = await readWifi(system);
      if (!on) return "Wifi is disabled\n";
      return `Wifi is enabled\nWifi is ${connected ? `connected to "${WIFI_NAME}"` : "not connected"}\n`;
    },
    "list-networks": async (_args, { system }) => {
      if (!(await readWifi(system)).saved) return "No networks\n";
      return `Network Id      SSID                         Security type\n${NETWORK_ID.padEnd(12)} ${WIFI_NAME.padEnd(32)} open\n`;
    },
    "connect-network": async ([name, security], { system }) => {
      if (name !== WIFI_NAME || security !== "open") {
        throw new FailedAnswer(`Connection failed: the only network in range is "${WIFI_NAME}", which is open`, 255);
      }
      await system.putSetting("global", WIFI_NETWORK_KEY, "connected");
      return "Connection initiated\n";
    },
    "forget-network": async ([id], { system }) => {
      if (id !== NETWORK_ID || !(await readWifi(system)).saved) throw new FailedAnswer("Forget failed", 255);
      await system.putSetting("global", WIFI_NETWORK_KEY, "forgotten");
      return "Forget successful\n";
    },
    "set-wifi-enabled": async ([state], { system }) =>
      system.putSetting("global", "wifi_on", either(state, "enabled", "disabled") ? "1" : "0"),
  },
};

/** `dumpsys wifi`: the lines that scripts read. */
export async function wifiDump(system: SystemCalls): Promise<string> {
  const { on, connected } = await readWifi(system);
  const network = connected ? `mWifiInfo SSID: "${WIFI_NAME}", Supplicant state: COMPLETED\n` : "";
  return `Wi-Fi is ${on ? "enabled" : "disabled"}\n${network}`;
}

export const bluetoothSubcommands: Subcommands = {
  usage: "Bluetooth Manager Commands:\n  enable\n  disable\n",
  commands: {
    enable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "1"),
    disable: (_args, { system }) => system.putSetting("global", "bluetooth_on", "0"),
  },
};

/** `dumpsys bluetooth_manager`. */
export async function bluetoothDump(system: SystemCalls): Promise<string> {
  const on = ((await system.getSetting("global", "bluetooth_on")) ?? "0") !== "0";
  const own = await system.getSetting("secure", "bluetooth_name");
  const name = own ?? (await system.getSetting("global", "device_name")) ?? "";
  return `Bluetooth Status\n  enabled: ${on}\n  state: ${on ? "ON" : "OFF"}\n  name: ${name}\n`;
}

export const connectivitySubcommands: Subcommands = {
  usage: "Connectivity service commands:\n  airplane-mode [enable|disable]\n    Get or set airplane mode.\n",
  commands: {
    "airplane-mode": async ([action], { system }) => {
      if (action === "enable" || action === "disable") {
        return system.putSetting("global", "airplane_mode_on", action === "enable" ? "1" : "0");
      }
      if (action !== undefined) throw new FailedAnswer(connectivitySubcommands.usage.trimEnd(), 255);
      return (await system.getSetting("global", "airplane_mode_on")) === "1" ? "enabled\n" : "disabled\n";
    },
  },
};

export const phoneSubcommands: Subcommands = {
  usage: "Telephony Commands:\n  data enable|disable\n    Turn mobile data on or off.\n",
  commands: {
    data: async ([action], { system }) => {
      if (action !== "enable" && action !== "disable") throw new FailedAnswer(phoneSubcommands.usage.trimEnd(), 255);
      await system.putSetting("global", "mobile_data", action === "enable" ? "1" : "0");
    },
  },
};
