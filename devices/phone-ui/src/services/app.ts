import type { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { ComponentType } from "react";
import type { SystemServices } from "./services.ts";
import type { Localized } from "./strings.ts";

/** Design of an app's icon. */
export interface AppIconDesign {
  /** A glyph from @mdi/js. */
  path: string;
  glyph: string;
  /** Gradient from top left to bottom right. */
  colors: readonly [string, string];
}

/** An action that an app supports, optionally limited to a URI scheme or a MIME type. */
export interface IntentFilter {
  /** For example android.intent.action.VIEW. */
  action: string;
  scheme?: string;
  /** For example image/png, or image/* for all images. */
  mimeType?: string;
}

/** An app as registered with the system. */
export interface App {
  /** For example com.terrarium.notes. */
  packageName: string;
  /** For example com.terrarium.notes/.MainActivity. */
  component: string;
  label: Localized;
  icon: AppIconDesign;
  Screen: ComponentType;
  intents?: readonly IntentFilter[];
  /** Starts work without a window, such as ringing, when the device starts. Returns a function that stops it. */
  startBackground?: (services: SystemServices) => () => void;
}

/** Services that apps need to find their stored data. */
export type AppStorage = Pick<SystemServices, "dataDir" | "log" | "clock">;

/** The apps of a phone, as passed to the system. */
export interface InstalledApps {
  /** Apps in the order of the home screen; the first app with a matching filter receives an intent. */
  readonly apps: readonly App[];
  /** Returns the apps' content for other programs, by URI. */
  contentOf(storage: AppStorage): ContentResolver;
  /** Removes all stored data of an app. The app must not be running. */
  clearData(storage: AppStorage, packageName: string): Promise<void>;
}
