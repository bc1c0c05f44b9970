import type { SettingNamespace } from "@terrarium/phone-system/device-settings";

/** What `settings` and the commands beside it ask of the device's settings. */
export interface SettingCalls {
  getSetting(namespace: SettingNamespace, key: string): Promise<string | undefined>;
  /** Rejects with why it cannot be. */
  putSetting(namespace: SettingNamespace, key: string, value: string): Promise<void>;
  /** False if there was no such setting. */
  deleteSetting(namespace: SettingNamespace, key: string): Promise<boolean>;
  listSettings(namespace: SettingNamespace): Promise<[key: string, value: string][]>;
}
