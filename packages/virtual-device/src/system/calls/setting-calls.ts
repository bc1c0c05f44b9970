import type { SettingNamespace } from "../device-settings.ts";
import type { SystemServer } from "../system-server.ts";

/** What `settings` and the commands beside it ask of the device's settings. */
export interface SettingCalls {
  getSetting(namespace: SettingNamespace, key: string): Promise<string | undefined>;
  putSetting(namespace: SettingNamespace, key: string, value: string): Promise<void>;
  /** False if there was no such setting. */
  deleteSetting(namespace: SettingNamespace, key: string): Promise<boolean>;
  listSettings(namespace: SettingNamespace): Promise<[key: string, value: string][]>;
}

export function createSettingCalls(system: SystemServer): SettingCalls {
  return {
    getSetting: async (namespace, key) => system.ui.settings.get(namespace, key),
    putSetting: async (namespace, key, value) => system.ui.settings.put(namespace, key, value),
    deleteSetting: async (namespace, key) => system.ui.settings.delete(namespace, key),
    listSettings: async (namespace) => system.ui.settings.list(namespace),
  };
}
