import { type AppProcess } from "@terrarium/phone-system/app-processes";
import type { InstalledApp, Intent } from "@terrarium/phone-system/system-ui";

/** An installed app and the number of its user. */
export interface PackageInfo extends InstalledApp {
  userId: number;
  enabled: boolean;
  isHome: boolean;
}

export interface StartResult {
  /** Undefined: no app takes the intent. */
  app: InstalledApp | undefined;
  outcome: "started" | "broughtToFront" | "alreadyInFront" | "notFound";
  /** From the request to the drawn frame. */
  tookMs: number;
}

/** What `am`, `pm` and their kin ask of the device. */
export interface ActivityCalls {
  packages(): Promise<PackageInfo[]>;
  resolveActivity(intent: Intent): Promise<InstalledApp | undefined>;
  startActivity(intent: Intent): Promise<StartResult>;
  stopApp(packageName: string): Promise<void>;
  forceStop(packageName: string): Promise<void>;
  foregroundApp(): Promise<InstalledApp>;
  /** The running apps, the home screen among them. */
  appProcesses(): Promise<AppProcess[]>;
  /** Those that ran, the latest first; the home screen is not among them. */
  recentApps(): Promise<InstalledApp[]>;
  /** Ends an app and removes all that it keeps. */
  clearData(packageName: string): Promise<void>;
  /** Begins an installation in steps; answers with its number. */
  openInstallSession(): Promise<number>;
  hasInstallSession(id: number): Promise<boolean>;
  /** False if there is none of this number. */
  closeInstallSession(id: number): Promise<boolean>;
}
