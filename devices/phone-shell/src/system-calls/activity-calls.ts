import { type AppProcess } from "@terrarium/phone-system/app-processes";
import type { InstalledApp, Intent } from "@terrarium/phone-system/system-ui";

/** An installed app and the number of its user. */
export interface PackageInfo extends InstalledApp {
  userId: number;
  enabled: boolean;
  isHome: boolean;
}

export interface StartResult {
  /** Undefined if no app accepts the intent. */
  app: InstalledApp | undefined;
  outcome: "started" | "broughtToFront" | "alreadyInFront" | "notFound";
  /** Time from the request to the drawn frame. */
  tookMs: number;
}

/** Device calls of `am`, `pm` and similar commands. */
export interface ActivityCalls {
  packages(): Promise<PackageInfo[]>;
  resolveActivity(intent: Intent): Promise<InstalledApp | undefined>;
  startActivity(intent: Intent): Promise<StartResult>;
  stopApp(packageName: string): Promise<void>;
  forceStop(packageName: string): Promise<void>;
  foregroundApp(): Promise<InstalledApp>;
  /** Returns the running apps, including the home screen. */
  appProcesses(): Promise<AppProcess[]>;
  /** Returns the apps that ran, the latest first, without the home screen. */
  recentApps(): Promise<InstalledApp[]>;
  /** Ends an app and deletes its data. */
  clearData(packageName: string): Promise<void>;
  /** Starts an installation in steps. Returns its number. */
  openInstallSession(): Promise<number>;
  hasInstallSession(id: number): Promise<boolean>;
  /** Returns false if there is no session with this number. */
  closeInstallSession(id: number): Promise<boolean>;
}
