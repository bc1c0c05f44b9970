import type { Process } from "@terrarium/phone-shell/process";
import { activityDump } from "../activity/activity-dump.ts";
import { ACTIVITY_SUBCOMMANDS } from "../activity/am-command.ts";
import type { Subcommands } from "../android-command.ts";
import { packageDump } from "../package/package-dump.ts";
import { PACKAGE_SUBCOMMANDS } from "../package/pm-command.ts";
import { INPUT_SUBCOMMANDS } from "../screen/input-command.ts";
import { inputDump } from "../screen/input-dump.ts";
import { displayDump, inputMethodDump, notificationDump, surfaceDump, windowDump } from "../screen/screen-dumps.ts";
import { WINDOW_SUBCOMMANDS } from "../screen/wm-command.ts";
import { appopsSubcommands } from "./appops-command.ts";
import { batteryDump, batterySubcommands } from "./battery-commands.ts";
import { cpuDump, memoryDump, powerDump, settingsDump } from "./device-dumps.ts";
import { INPUT_METHOD_SUBCOMMANDS } from "./ime-command.ts";
import { locationDump, locationSubcommands } from "./location-service.ts";
import { lockSettingsSubcommands } from "./lock-settings.ts";
import { mediaSessionSubcommands } from "./media-session.ts";
import { notificationSubcommands } from "./notification-service.ts";
import {
  bluetoothDump,
  bluetoothSubcommands,
  connectivitySubcommands,
  phoneSubcommands,
  wifiDump,
  wifiSubcommands,
} from "./radio-services.ts";
import {
  clipboardSubcommands,
  displaySubcommands,
  overlaySubcommands,
  statusbarSubcommands,
  uimodeSubcommands,
} from "./screen-services.ts";
import { SETTINGS_SUBCOMMANDS } from "./settings-command.ts";
import { audioDump, audioSubcommands, powerSubcommands } from "./sound-and-power.ts";

export interface Service {
  /** Name of its interface in `service list`. Empty if Android has none. */
  interface: string;
  /** Subcommands for `cmd`. */
  commands?: Subcommands;
  /** Output of `dumpsys`. */
  dump?: (args: string[], process: Process) => Promise<string>;
}

/** The device's services by their Android names, for `cmd`, `dumpsys` and `service`. */
export const services: ReadonlyMap<string, Service> = new Map<string, Service>([
  [
    "SurfaceFlinger",
    { interface: "android.ui.ISurfaceComposer", dump: ([flag], { system }) => surfaceDump(system, flag) },
  ],
  [
    "activity",
    {
      interface: "android.app.IActivityManager",
      commands: ACTIVITY_SUBCOMMANDS,
      dump: (args, { system }) => activityDump(system, args),
    },
  ],
  ["appops", { interface: "com.android.internal.app.IAppOpsService", commands: appopsSubcommands }],
  [
    "audio",
    {
      interface: "android.media.IAudioService",
      commands: audioSubcommands,
      dump: (_args, { system }) => audioDump(system),
    },
  ],
  ["battery", { interface: "", commands: batterySubcommands, dump: batteryDump }],
  [
    "bluetooth_manager",
    {
      interface: "android.bluetooth.IBluetoothManager",
      commands: bluetoothSubcommands,
      dump: (_args, { system }) => bluetoothDump(system),
    },
  ],
  ["clipboard", { interface: "android.content.IClipboard", commands: clipboardSubcommands }],
  ["connectivity", { interface: "android.net.IConnectivityManager", commands: connectivitySubcommands }],
  ["cpuinfo", { interface: "", dump: (_args, process) => cpuDump(process) }],
  [
    "display",
    {
      interface: "android.hardware.display.IDisplayManager",
      commands: displaySubcommands,
      dump: (_args, { system }) => displayDump(system),
    },
  ],
  [
    "input",
    {
      interface: "android.hardware.input.IInputManager",
      commands: INPUT_SUBCOMMANDS,
      dump: (_args, { system }) => inputDump(system),
    },
  ],
  [
    "input_method",
    {
      interface: "com.android.internal.view.IInputMethodManager",
      commands: INPUT_METHOD_SUBCOMMANDS,
      dump: (_args, { system }) => inputMethodDump(system),
    },
  ],
  [
    "location",
    {
      interface: "android.location.ILocationManager",
      commands: locationSubcommands,
      dump: (_args, { system }) => locationDump(system),
    },
  ],
  ["lock_settings", { interface: "com.android.internal.widget.ILockSettings", commands: lockSettingsSubcommands }],
  ["media_session", { interface: "android.media.session.ISessionManager", commands: mediaSessionSubcommands }],
  ["meminfo", { interface: "", dump: ([name], process) => memoryDump(process, name) }],
  [
    "notification",
    {
      interface: "android.app.INotificationManager",
      commands: notificationSubcommands,
      dump: (_args, { system }) => notificationDump(system),
    },
  ],
  ["overlay", { interface: "android.content.om.IOverlayManager", commands: overlaySubcommands }],
  [
    "package",
    {
      interface: "android.content.pm.IPackageManager",
      commands: PACKAGE_SUBCOMMANDS,
      dump: ([name], { system }) => packageDump(system, name),
    },
  ],
  ["phone", { interface: "com.android.internal.telephony.ITelephony", commands: phoneSubcommands }],
  [
    "power",
    {
      interface: "android.os.IPowerManager",
      commands: powerSubcommands,
      dump: (_args, { system }) => powerDump(system),
    },
  ],
  ["settings", { interface: "", commands: SETTINGS_SUBCOMMANDS, dump: (_args, { system }) => settingsDump(system) }],
  ["statusbar", { interface: "com.android.internal.statusbar.IStatusBarService", commands: statusbarSubcommands }],
  ["uimode", { interface: "android.app.IUiModeManager", commands: uimodeSubcommands }],
  [
    "wifi",
    {
      interface: "android.net.wifi.IWifiManager",
      commands: wifiSubcommands,
      dump: (_args, { system }) => wifiDump(system),
    },
  ],
  [
    "window",
    {
      interface: "android.view.IWindowManager",
      commands: WINDOW_SUBCOMMANDS,
      dump: ([what], { system }) => windowDump(system, what),
    },
  ],
]);
