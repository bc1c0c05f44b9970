import { invalidArgument } from "./wire-error.ts";

type SettingValue = string | number | boolean;

/** The server's settings and their defaults (model/settings/*.java). Those of Android's own machinery have no effect. */
const DEFAULTS = {
  actionAcknowledgmentTimeout: 3_000,
  allowInvisibleElements: false,
  alwaysTraversableViewClasses: "",
  currentDisplayId: 0,
  deferAccessibilityCacheReset: false,
  disableIdLocatorAutocompletion: false,
  elementResponseAttributes: "name,text",
  enableMultiWindows: false,
  enableNotificationListener: true,
  enableTopmostWindowFromActivePackage: false,
  enforceXPath1: false,
  ignoreUnimportantViews: false,
  includeA11yActionsInPageSource: false,
  includeExtraRenderingInfo: false,
  includeExtrasInPageSource: false,
  keyInjectionDelay: 0,
  limitXPathContextScope: true,
  mapTestTagToResourceId: false,
  mjpegBilinearFiltering: false,
  mjpegScalingFactor: 50,
  mjpegServerFramerate: 10,
  mjpegServerPort: 7_810,
  mjpegServerScreenshotQuality: 50,
  normalizeTagNames: false,
  scrollAcknowledgmentTimeout: 200,
  serverPort: 6_790,
  shouldUseCompactResponses: true,
  shutdownOnPowerDisconnect: true,
  simpleBoundsCalculation: false,
  snapshotMaxDepth: 70,
  trackScrollEvents: true,
  useResourcesForOrientationDetection: false,
  waitForIdleTimeout: 10_000,
  waitForSelectorTimeout: 10_000,
  wakeLockTimeout: 86_400_000,
} satisfies Record<string, SettingValue>;

export type Settings = { -readonly [Name in keyof typeof DEFAULTS]: Widened<(typeof DEFAULTS)[Name]> };

type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : string;

const MAX_TEXT_CHARS = 1_000;

export const defaultSettings = (): Settings => ({ ...DEFAULTS });

/** Changes settings. Throws WireError for unknown names and values of another type, without any change. */
export function updateSettings(settings: Settings, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const known = Object.hasOwn(DEFAULTS, name) ? DEFAULTS[name as keyof Settings] : undefined; // checked
    if (known === undefined) throw invalidArgument(`The setting '${name}' is not supported`);
    if (typeof value !== typeof known || (typeof value === "string" && value.length > MAX_TEXT_CHARS))
      throw invalidArgument(`The setting '${name}' is a ${typeof known}`);
  }
  Object.assign(settings, values);
}
