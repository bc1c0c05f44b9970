import type { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { ComponentType } from "react";
import type { SystemServices } from "./services.ts";
import type { Localized } from "./strings.ts";

/** What an app's icon looks like. */
export interface AppIconDesign {
  /** A glyph from @mdi/js. */
  path: string;
  glyph: string;
  /** From top left to bottom right. */
  colors: readonly [string, string];
}

/** What an app can be asked to do: an action, perhaps only for addresses of a scheme or files of a type. */
export interface IntentFilter {
  /** For example android.intent.action.VIEW */
  action: string;
  scheme?: string;
  /** For example image/png, or image/* for all of a kind. */
  mimeType?: string;
}

/** An app as the system knows it. */
export interface App {
  /** For example com.terrarium.notes */
  packageName: string;
  /** For example com.terrarium.notes/.MainActivity */
  component: string;
  label: Localized;
  icon: AppIconDesign;
  Screen: ComponentType;
  intents?: readonly IntentFilter[];
  /** What it does without a window, from the start of the device on, such as ringing; answers with how to stop it. */
  startBackground?: (services: SystemServices) => () => void;
}

/** What apps need to find what they keep. */
export type AppStorage = Pick<SystemServices, "dataDir" | "log" | "clock">;

/** The apps of a phone, as the system is handed them. */
export interface InstalledApps {
  /** In the order of the home screen; the first that takes an intent gets it. */
  readonly apps: readonly App[];
  /** What the apps keep for other programs, by URI. */
  contentOf(storage: AppStorage): ContentResolver;
  /** Removes all that an app keeps. The app must not be running. */
  clearData(storage: AppStorage, packageName: string): Promise<void>;
}
