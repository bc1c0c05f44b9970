import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import type { AndroidActivity, AndroidApp, AndroidPackage, AndroidPackageSummary } from "@terrarium/contract/box-apps";
import { APP_INSTALL_TIMEOUT_MS, WORKING_DIR } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireAndroid } from "../access/kinds.ts";
import type { DeviceActionService, DoneAction } from "../action-log/service.ts";
import type { DeviceSession, DeviceSessions } from "../device/device-session.ts";
import {
  change,
  install,
  listActivities,
  listLaunched,
  listPackages,
  listRunning,
  listSummaries,
  newestPackage,
  start,
  stop,
} from "./package-commands.ts";

/** An app during its installation: one APK, or several of a split app. */
interface Installation {
  /** Copies an APK to the device. Rejects like DeviceSession.writeFile. */
  take(apkName: string, content: Readable): Promise<void>;
  /** Copies the APK at an http or https URL to the device. Throws as `fetchFile` does. */
  takeFrom(address: string): Promise<void>;
  /** Installs the copied APKs, and opens the app if requested. Throws app_refused with the device's reason. */
  finish(opens: boolean): Promise<AndroidPackageSummary & { activities: AndroidActivity[] }>;
  /** Removes the copied files from the device. */
  clean(): Promise<void>;
}

/**
 * Apps and packages of devices. All methods throw as `requireDevice` does; those for one package throw app_not_found.
 */
export interface BoxAppService {
  apps(caller: Caller, boxId: string): Promise<AndroidApp[]>;
  app(caller: Caller, boxId: string, packageName: string): Promise<AndroidApp>;
  packages(caller: Caller, boxId: string): Promise<AndroidPackage[]>;
  summaries(caller: Caller, boxId: string): Promise<AndroidPackageSummary[]>;
  package(caller: Caller, boxId: string, packageName: string): Promise<AndroidPackage>;
  activities(caller: Caller, boxId: string, packageName: string): Promise<AndroidActivity[]>;
  /** Throws app_refused. */
  open(
    caller: Caller,
    boxId: string,
    packageName: string,
    how: { activityName?: string | undefined; anew: boolean },
  ): Promise<void>;
  close(caller: Caller, boxId: string, packageName: string): Promise<void>;
  closeAll(caller: Caller, boxId: string): Promise<void>;
  /** Throws not_possible on a virtual device, with the templates of devices that support it. */
  beginInstallation(caller: Caller, boxId: string): Promise<Installation>;
  /** Throws app_refused. */
  uninstall(caller: Caller, boxId: string, packageName: string, keepData: boolean): Promise<void>;
}

export interface BoxAppParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
  /** Returns the ids of templates with devices that install APKs. */
  installingTemplates: (caller: Caller) => Promise<string[]>;
  fetchFile: (address: string, boxId: string) => Promise<Readable>;
}

export function createBoxAppService(parts: BoxAppParts): BoxAppService {
  const { actions, sandboxes, devices, installingTemplates, fetchFile } = parts;
  const sessionOf = async (caller: Caller, boxId: string): Promise<DeviceSession> =>
    devices.get(requireAndroid(await sandboxes.requireDevice(caller, boxId), "What is done with apps"));

  /** Runs an action on an existing package, and records it. */
  const act = async (
    caller: Caller,
    boxId: string,
    { kind, detail: packageName }: DoneAction,
    work: (session: DeviceSession) => Promise<void>,
  ) => {
    const session = await sessionOf(caller, boxId);
    requireFound(await listSummaries(session), packageName);
    await actions.noting(caller, boxId, { kind, detail: packageName }, () => work(session));
  };

  return {
    apps: async (caller, boxId) => listLaunched(await sessionOf(caller, boxId)),

    async app(caller, boxId, packageName) {
      return requireFound(await listLaunched(await sessionOf(caller, boxId)), packageName);
    },

    packages: async (caller, boxId) => listPackages(await sessionOf(caller, boxId)),

    summaries: async (caller, boxId) => listSummaries(await sessionOf(caller, boxId)),

    async package(caller, boxId, packageName) {
      return requireFound(await listPackages(await sessionOf(caller, boxId)), packageName);
    },

    async activities(caller, boxId, packageName) {
      const session = await sessionOf(caller, boxId);
      requireFound(await listSummaries(session), packageName);
      return listActivities(session, packageName);
    },

    open: (caller, boxId, packageName, how) =>
      act(caller, boxId, { kind: "open", detail: packageName }, (session) => start(session, packageName, how)),

    close: (caller, boxId, packageName) =>
      act(caller, boxId, { kind: "close", detail: packageName }, (session) => stop(session, [packageName])),

    async closeAll(caller, boxId) {
      const session = await sessionOf(caller, boxId);
      const [apps, running] = await Promise.all([listLaunched(session), listRunning(session)]);
      const names = [...new Set(apps.map((app) => app.packageName))].filter((name) => running.has(name));
      await actions.noting(caller, boxId, { kind: "close", detail: names.join(" ") }, () => stop(session, names));
    },

    async beginInstallation(caller, boxId) {
      const session = await sessionOf(caller, boxId);
      if (await session.isVirtual()) throw cannotInstall(await installingTemplates(caller));
      const folder = path.posix.join(WORKING_DIR.android, `.install-${randomUUID()}`);
      const names: string[] = [];
      const take = async (apkName: string, open: () => Promise<Readable>) => {
        if (names.length === 0) await session.run(`mkdir ${folder}`);
        // Last, because from then on the device must close the opened stream.
        const content = await open();
        await session.writeFile(`${folder}/${names.push(apkName)}.apk`, content);
      };
      return {
        take: (apkName, content) => take(apkName, async () => content),
        takeFrom: (address) => take(address, () => fetchFile(address, boxId)),
        async finish(opens) {
          const files = names.map((_name, index) => `${folder}/${index + 1}.apk`);
          const name = names.join(" ");
          await actions.noting(caller, boxId, { kind: "install", detail: name }, () => install(session, files, name));
          const packageName = (await newestPackage(session)) ?? "";
          const summary = requireFound(await listSummaries(session), packageName);
          if (opens) await start(session, packageName, { anew: false });
          return { ...summary, activities: await listActivities(session, packageName) };
        },
        clean: async () => void (await session.run(`rm -rf ${folder}`)),
      };
    },

    uninstall: (caller, boxId, packageName, keepData) =>
      act(caller, boxId, { kind: "uninstall", detail: packageName }, async (session) => {
        if (await session.isVirtual())
          throw new AppError("app_refused", {
            action: "uninstall",
            packageName,
            detail: "all apps of a virtual device are system apps",
          });
        await change(
          session,
          `pm uninstall ${keepData ? "-k " : ""}${packageName}`,
          packageName,
          APP_INSTALL_TIMEOUT_MS,
        );
      }),
  };
}

function requireFound<Item extends { packageName: string }>(items: readonly Item[], packageName: string): Item {
  const item = items.find((each) => each.packageName === packageName);
  if (!item) throw new AppError("app_not_found", { packageName });
  return item;
}

function cannotInstall(templateIds: readonly string[]): AppError {
  const where =
    templateIds.length === 0
      ? "no template of this server runs Android itself; ask its operator for one"
      : `create the box from a template that runs Android itself: ${templateIds.join(", ")}`;
  return new AppError("not_possible", {
    what: "Installing an APK",
    detail: `a virtual device has its apps built in; ${where}`,
  });
}
