import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("svc and cmd for radios", () => {
  testOnPhone(used, [
    {
      script: "svc wifi disable; cmd wifi status; dumpsys wifi; svc wifi enable; cmd wifi status",
      told: ['putSetting "global" "wifi_on" "0"', 'putSetting "global" "wifi_on" "1"'],
      stdout: 'Wifi is disabled\nWi-Fi is disabled\nWifi is enabled\nWifi is connected to "Terrarium"\n',
    },
    {
      script:
        "cmd wifi list-networks; cmd wifi forget-network 7; cmd wifi forget-network 0; cmd wifi forget-network 0; cmd wifi list-networks; cmd wifi status; dumpsys wifi",
      told: ['putSetting "global" "wifi_network" "forgotten"'],
      stdout:
        "Network Id      SSID                         Security type\n0            Terrarium                        open\nForget failed\nForget successful\nForget failed\nNo networks\nWifi is enabled\nWifi is not connected\nWi-Fi is enabled\n",
    },
    {
      script: "cmd wifi connect-network Terrarium open; cmd wifi connect-network Neighbor wpa2 secret",
      told: ['putSetting "global" "wifi_network" "connected"'],
      stdout: 'Connection initiated\nConnection failed: the only network in range is "Terrarium", which is open\n',
      exitCode: 255,
    },
    {
      script:
        "dumpsys bluetooth_manager; settings put secure bluetooth_name Moss; svc bluetooth enable; dumpsys bluetooth_manager",
      told: ['putSetting "secure" "bluetooth_name" "Moss"', 'putSetting "global" "bluetooth_on" "1"'],
      stdout:
        "Bluetooth Status\n  enabled: false\n  state: OFF\n  name: \nBluetooth Status\n  enabled: true\n  state: ON\n  name: Moss\n",
    },
    {
      script:
        "cmd wifi set-wifi-enabled disabled; cmd wifi set-wifi-enabled perhaps; cmd wifi set-wifi-enabled; cmd wifi",
      told: ['putSetting "global" "wifi_on" "0"'],
      stdout:
        "Wi-Fi (wifi) commands:\n  status\n  set-wifi-enabled enabled|disabled\n  list-networks\n  connect-network <ssid> open\n  forget-network <networkId>\n",
      stderr:
        "\nException occurred while executing 'set-wifi-enabled':\njava.lang.IllegalArgumentException: Expected 'enabled' or 'disabled' as next arg but got 'perhaps'\n\nException occurred while executing 'set-wifi-enabled':\njava.lang.IllegalArgumentException: Expected 'enabled' or 'disabled' as next arg but got 'null'\n",
      exitCode: 255,
    },
    {
      script: "svc data enable; svc data disable; svc data; cmd phone data; cmd phone data enable",
      told: [
        'putSetting "global" "mobile_data" "1"',
        'putSetting "global" "mobile_data" "0"',
        'putSetting "global" "mobile_data" "1"',
      ],
      stdout:
        "Enable/Disable Mobile Data Connectivity\n\nusage: svc data [enable|disable]\n         Turn it on or off.\n\nTelephony Commands:\n  data enable|disable\n    Turn mobile data on or off.\n",
    },
    {
      script: "svc bluetooth enable; cmd bluetooth_manager disable; svc bluetooth toggle",
      told: ['putSetting "global" "bluetooth_on" "1"', 'putSetting "global" "bluetooth_on" "0"'],
      stdout: "Control the Bluetooth manager\n\nusage: svc bluetooth [enable|disable]\n         Turn it on or off.\n\n",
      exitCode: 1,
    },
    {
      script:
        "cmd connectivity airplane-mode; cmd connectivity airplane-mode enable; cmd connectivity airplane-mode; cmd connectivity airplane-mode disable; cmd connectivity airplane-mode toggle",
      told: ['putSetting "global" "airplane_mode_on" "1"', 'putSetting "global" "airplane_mode_on" "0"'],
      stdout:
        "disabled\nenabled\nConnectivity service commands:\n  airplane-mode [enable|disable]\n    Get or set airplane mode.\n",
      exitCode: 255,
    },
    {
      script:
        "cmd location is-location-enabled; cmd location set-location-enabled true; cmd location is-location-enabled; cmd location set-location-enabled maybe",
      told: ['putSetting "secure" "location_mode" "3"'],
      stdout: "false\ntrue\n",
      stderr:
        "\nException occurred while executing 'set-location-enabled':\njava.lang.IllegalArgumentException: Expected 'true' or 'false' as next arg but got 'maybe'\n",
      exitCode: 255,
    },
    [
      "cmd location providers add-test-provider gps; cmd location providers",
      "",
      "\nException occurred while executing 'providers':\njava.lang.SecurityException: com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION\nError: a command for the providers is missing\n",
      255,
    ],
    {
      script:
        "svc nfc enable; svc power stayon true; svc power stayon usb; svc power stayon ac; svc power stayon wireless; svc power stayon false",
      told: [
        'putSetting "global" "stay_on_while_plugged_in" "7"',
        'putSetting "global" "stay_on_while_plugged_in" "2"',
        'putSetting "global" "stay_on_while_plugged_in" "1"',
        'putSetting "global" "stay_on_while_plugged_in" "4"',
        'putSetting "global" "stay_on_while_plugged_in" "0"',
      ],
      stderr: "Got a null NfcAdapter, is the system running?\n",
    },
    [
      "svc power stayon; svc power stayon sometimes; svc power juggle; svc power shutdown",
      "",
      "usage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot\nusage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot\nusage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot\nsvc: this device runs for as long as whoever started it wants; end it there\n",
      1,
    ],
    [
      "svc power stayon constructor",
      "",
      "usage: svc power stayon [true|false|usb|ac|wireless]\n       svc power reboot\n",
      255,
    ],
    { script: "svc power reboot", told: ["reboot"] },
    [
      "svc 2>&1 | head -1; svc help 2>&1 | head -1; svc juggle 2>&1 >/dev/null | head -1",
      "Available commands:\nAvailable commands:\nAvailable commands:\n",
    ],
  ]);
});
