import type { ComponentType } from "react";
import type { SystemServices } from "../ui/system/services.ts";
import type { Localized } from "../ui/system/strings.ts";
import type { AppIconDesign } from "../ui/widgets/AppIcon.tsx";

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
