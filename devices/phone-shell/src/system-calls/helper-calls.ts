import type {
  BroadcastAnswer,
  HelperIntent,
  HelperLaunch,
  HelperPackage,
  HelperStep,
} from "@terrarium/phone-system/helper-programs";

/** Device calls of commands that install, start and reach helper programs. */
export interface HelperCalls {
  /** Returns the installed helpers, sorted by name. */
  helperPackages(): Promise<HelperPackage[]>;
  /** Installs a helper or replaces its version. Returns false if the package is not a known helper. */
  installHelper(apk: { packageName: string; versionCode: number; versionName: string }): Promise<boolean>;
  /** Ends and removes a helper. Returns false if it is not installed. */
  uninstallHelper(packageName: string): Promise<boolean>;
  /** Starts a helper. Returns its number. Rejects with the reason if it is unknown or there are too many. */
  startHelper(launch: HelperLaunch): Promise<number>;
  /** Resolves with the helper's next step. */
  nextHelperStep(id: number): Promise<HelperStep>;
  /** Ends a helper; an ended one is ignored. */
  stopHelper(id: number): Promise<void>;
  /** Delivers a broadcast. Returns undefined if no helper receives it. */
  sendBroadcast(intent: HelperIntent): Promise<BroadcastAnswer | undefined>;
  /** Starts an activity or a service of a helper. Returns false if there is none. */
  startHelperComponent(intent: HelperIntent): Promise<boolean>;
  /** Returns the running services of helpers, such as a.b/.Service, with the start of each in epoch milliseconds. */
  helperServices(): Promise<{ component: string; startedMs: number }[]>;
}
