import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AdbDaemon } from "@terrarium/adb-device/daemon/adb-daemon";
import { readAuthorizedKeys } from "@terrarium/adb-device/daemon/authorized-keys";
import type { StartScrcpyServer } from "@terrarium/adb-device/daemon/scrcpy-service";
import type { Log } from "@terrarium/adb-device/ports/log";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import { openDataFolder } from "@terrarium/device-files/data-folder";
import { DeviceFiles } from "@terrarium/device-files/device-files";
import { openDeviceStorage, writeSystemFiles } from "@terrarium/device-files/device-storage";
import { DeviceSyncFiles } from "@terrarium/device-files/sync-files";
import { openAppTerminal } from "@terrarium/phone-shell/app-terminal";
import { commandNames } from "@terrarium/phone-shell/command-names";
import { ShellWorkers } from "@terrarium/phone-shell/shell-workers";
import { createClock } from "@terrarium/phone-system/clock";
import { DeviceSettings } from "@terrarium/phone-system/device-settings";
import { initialProperties } from "@terrarium/phone-system/initial-properties";
import { packageFiles } from "@terrarium/phone-system/package-files";
import { SystemProperties } from "@terrarium/phone-system/properties";
import { SystemServer } from "@terrarium/phone-system/system-server";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import type { SystemUiOptions } from "@terrarium/phone-system/system-ui-options";
import type { MainOptions } from "./main-options.ts";
import { answerSystemCalls } from "./system-calls/answer-system-calls.ts";

/** The device's replaceable parts: real ones in the program, others in tests. */
export interface DeviceParts {
  createSystemUi: (options: SystemUiOptions) => Promise<SystemUi>;
  startScrcpyServer: StartScrcpyServer;
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
  const { dataDir, widthPx, heightPx, densityDpi, storageBytes, stoppedAtMs, egress } = options;
  const releaseDataFolder = await openDataFolder(dataDir);
  const initial = initialProperties(options, await serialNumber(dataDir));
  const properties = new SystemProperties(initial, join(dataDir, "properties.json"));
  const buildProperties = Object.entries(initial)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
  const filesFolder = join(dataDir, "files");
  const files = await openDeviceStorage({
    folder: filesFolder,
    limitBytes: storageBytes,
    systemFiles: {
      "system/build.prop": buildProperties,
      ...Object.fromEntries(commandNames.map((name) => [`system/bin/${name}`, ""])),
    },
  });
  const sockets = new VirtualSockets();
  const system = new SystemServer(properties, () =>
    parts.createSystemUi({
      widthPx,
      heightPx,
      densityDpi,
      dataDir,
      settings: new DeviceSettings(join(dataDir, "system", "settings.json"), log),
      files,
      clock: createClock(stoppedAtMs),
      egress,
      sockets,
      authorizedKeyFiles: options.authorizedKeyFiles,
      // The shell is created after the screen, because its commands use the screen.
      openShell: (size) => openAppTerminal(shellWorkers, size),
      log,
      onCrash: (packageName, error) => system.reportCrash(packageName, error),
    }),
  );
  const storage = () => ({ usedBytes: files.quota.usedBytes, limitBytes: files.quota.limitBytes });
  const shellWorkers = new ShellWorkers({
    entry: parts.shellWorkerEntry,
    settings: { filesFolder, quota: files.quota.shared, stoppedAtMs },
    system: answerSystemCalls({ system, storage, reboot: () => reboot() }),
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
    files: new DeviceSyncFiles(new DeviceFiles(filesFolder, files.quota)),
    shell: shellWorkers,
    startScrcpyServer: parts.startScrcpyServer,
    authorizedKeys: () => readAuthorizedKeys(options.authorizedKeyFiles, log),
    log,
  });
  let rebooting: Promise<void> | undefined;
  /** Ends everything, including client connections, and restarts the system. Calls during a reboot share its result. */
  const reboot = () => (rebooting ??= restart().finally(() => (rebooting = undefined)));
  const restart = async () => {
    log("rebooting");
    daemon.restart();
    await shellWorkers.close();
    await system.reboot();
  };
  await system.start();
  writeSystemFiles(filesFolder, packageFiles(system.ui.activities.list()));
  const port = await daemon.listen(options.port, options.hostName);
  return {
    port,
    reportError: (error) => system.reportError(error),
    look: async () => void (await system.ui.display.capturePng()),
    async close() {
      await Promise.all([daemon.close(), shellWorkers.close()]);
      await system.stop();
      releaseDataFolder();
    },
  };
}

/** Returns the device's serial number, created at its first start. */
async function serialNumber(dataDir: string): Promise<string> {
  const file = join(dataDir, "serial");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const serial = `TERRA${randomBytes(4).toString("hex").toUpperCase()}`;
  await writeFile(file, `${serial}\n`);
  return serial;
}
