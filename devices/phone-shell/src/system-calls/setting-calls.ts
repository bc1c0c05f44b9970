import type { SettingNamespace } from "@terrarium/phone-system/device-settings";

/** Calls of `settings` and similar commands for the device's settings. */
export interface SettingCalls {
  getSetting(namespace: SettingNamespace, key: string): Promise<string | undefined>;
  /** Rejects with the reason if the value is not valid. */
  putSetting(namespace: SettingNamespace, key: string, value: string): Promise<void>;
  /** Returns false if the setting did not exist. */
  deleteSetting(namespace: SettingNamespace, key: string): Promise<boolean>;
  listSettings(namespace: SettingNamespace): Promise<[key: string, value: string][]>;
}
