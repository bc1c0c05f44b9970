import { createHash } from "node:crypto";
import { join } from "node:path";
import { AdbDaemon } from "@terrarium/adb-device/daemon/adb-daemon";
import { readAuthorizedKeys } from "@terrarium/adb-device/daemon/authorized-keys";
import type { StartScrcpyServer } from "@terrarium/adb-device/daemon/scrcpy-service";
import type { Log } from "@terrarium/adb-device/ports/log";
import { chooseEncoder } from "@terrarium/adb-device/video/encoder/choose-encoder";
import type { OpenScreenEncoder } from "@terrarium/adb-device/video/encoder/screen-encoder";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import { ANDROID_COMMAND_NAMES } from "@terrarium/android-commands/command-names";
import { openDataFolder } from "@terrarium/device-files/data-folder";
import { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage, writeSystemFiles } from "@terrarium/device-files/device-storage";
import { FileTimes } from "@terrarium/device-files/file-times";
import { DeviceSyncFiles } from "@terrarium/device-files/sync-files";
import { HELPERS } from "@terrarium/phone-helpers/helpers";
import { HelperHost } from "@terrarium/phone-helpers/host/helper-host";
import { openAppTerminal } from "@terrarium/phone-shell/app-terminal";
import { SHELL_COMMAND_NAMES } from "@terrarium/phone-shell/command-names";
import { ShellWorkers } from "@terrarium/phone-shell/shell-workers";
import { fileTimes } from "@terrarium/phone-system/create-clock";
import { DeviceSettings } from "@terrarium/phone-system/device-settings";
import { initialProperties } from "@terrarium/phone-system/initial-properties";
import { packageFiles } from "@terrarium/phone-system/package-files";
import { SystemProperties } from "@terrarium/phone-system/properties";
import { SystemServer } from "@terrarium/phone-system/system-server";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { SystemUiOptions } from "@terrarium/phone-system/system-ui-options";
import type { MainOptions } from "./main-options.ts";
import { openOrigin } from "./origin.ts";
import { answerSystemCalls } from "./system-calls/answer-system-calls.ts";

/** The device's replaceable parts: real ones in the program, others in tests. */
export interface DeviceParts {
  createSystemUi: (options: SystemUiOptions) => Promise<SystemUi>;
  startScrcpyServer: (
    options: Parameters<StartScrcpyServer>[0] & { openEncoder: OpenScreenEncoder },
  ) => ReturnType<StartScrcpyServer>;
  shellWorkerEntry: URL;
}

export interface VirtualDevice {
  port: number;
  /** Writes an uncaught error of unknown origin to the device's log. */
  reportError(error: unknown): void;
  /** Draws the screen, as for a viewer. */
  look(): Promise<void>;
  /** Ends all activity of the device. */
  close(): Promise<void>;
}

/** Starts a device. Resolves when its home screen is ready and its debug bridge accepts connections. */
export async function startVirtualDevice(options: MainOptions, parts: DeviceParts, log: Log): Promise<VirtualDevice> {
  const { dataDir, widthPx, heightPx, densityDpi, storageBytes, egress } = options;
  const openEncoder = chooseEncoder(options.screenEncoder, log);
  const releaseDataFolder = await openDataFolder(dataDir);
  const origin = openOrigin(dataDir, options);
  const { clock, sharedClock, random, shellRandom, serial, isNew } = origin;
  const initial = initialProperties(options, serial);
  const properties = new SystemProperties(initial, join(dataDir, "properties.json"));
  const buildProperties = Object.entries(initial)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
  const filesFolder = join(dataDir, "files");
  const files = await openDeviceStorage({
    folder: filesFolder,
    limitBytes: storageBytes,
    nowMs: fileTimes(sharedClock, clock),
    systemFiles: {
      "system/build.prop": buildProperties,
      ...Object.fromEntries(
        [...SHELL_COMMAND_NAMES, ...ANDROID_COMMAND_NAMES].map((name) => [`system/bin/${name}`, ""]),
      ),
    },
  });
  const sockets = new VirtualSockets();
  const system = new SystemServer(properties, { clock, random }, () =>
    parts.createSystemUi({
      widthPx,
      heightPx,
      densityDpi,
      dataDir,
      settings: new DeviceSettings(join(dataDir, "system", "settings.json"), log, androidId(serial)),
      files,
      clock,
      random,
      egress,
      sockets,
      authorizedKeyFiles: options.authorizedKeyFiles,
      // The shell is created after the screen, because its commands use the screen.
      openShell: (size) => openAppTerminal(shellWorkers, size),
      log,
      onCrash: (packageName, error) => system.reportCrash(packageName, error),
    }),
  );
  const helpers = new HelperHost({
    phone: {
      get ui() {
        return system.ui;
      },
      properties,
      sockets,
    },
    helpers: HELPERS,
    file: join(dataDir, "system", "helpers.json"),
    log,
  });
  const storage = () => ({ usedBytes: files.quota.usedBytes, limitBytes: files.quota.limitBytes });
  const shellWorkers = new ShellWorkers({
    entry: parts.shellWorkerEntry,
    clock,
    settings: { filesFolder, quota: files.quota.shared, clock: sharedClock, random: shellRandom },
    system: answerSystemCalls({ system, storage, reboot: () => reboot(), openEncoder, helpers }),
  });
  const property = (name: string) => properties.get(name) ?? "";
  const daemon = new AdbDaemon({
    device: {
      identity: () => ({
        product: property("ro.product.name"),
        model: property("ro.product.model"),
        device: property("ro.product.device"),
      }),
      screen: async () => system.ui,
      allowsRoot: true,
      rootChanged: (root) => properties.setFromSystem("service.adb.root", root ? "1" : "0"),
      reboot: () => reboot(),
    },
    sockets,
    // Separate from the apps' files, because a screen dump waits for the apps' file access.
    files: new DeviceSyncFiles(new DeviceFiles(filesFolder, files.quota, fileTimes(sharedClock, clock))),
    shell: shellWorkers,
    startScrcpyServer: (serverOptions) => parts.startScrcpyServer({ ...serverOptions, openEncoder }),
    authorizedKeys: () => readAuthorizedKeys(options.authorizedKeyFiles, log),
    log,
  });
  let rebooting: Promise<void> | undefined;
  /** Ends everything, including client connections, and restarts the system. Calls during a reboot share its result. */
  const reboot = () => (rebooting ??= restart().finally(() => (rebooting = undefined)));
  const restart = async () => {
    log("rebooting");
    daemon.restart();
    helpers.close();
    await shellWorkers.close();
    await system.reboot();
  };
  await system.start();
  writeSystemFiles(filesFolder, packageFiles(system.ui.activities.list()));
  if (isNew) await new FileTimes(() => clock.nowMs()).changedAll(join(filesFolder, "tree"));
  const port = await daemon.listen(options.port, options.hostName);
  return {
    port,
    reportError: (error) => system.reportError(error),
    look: async () => void (await system.ui.display.capturePng()),
    async close() {
      helpers.close();
      await Promise.all([daemon.close(), shellWorkers.close()]);
      await system.stop();
      origin.close();
      releaseDataFolder();
    },
  };
}

/** Returns the 64-bit id of AOSP's Settings.Secure.ANDROID_ID. It is the same for the life of the device. */
function androidId(serial: string): string {
  return createHash("sha256").update(`android_id ${serial}`).digest("hex").slice(0, 16);
}
