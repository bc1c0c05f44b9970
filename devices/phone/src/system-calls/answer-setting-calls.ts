import type { SettingCalls } from "@terrarium/phone-shell/system-calls/setting-calls";
import type { SystemServer } from "@terrarium/phone-system/system-server";

/** Settings do not count towards the storage quota: they have limits of their own. */
const MAX_SETTINGS = 500;
const MAX_KEY_CHARACTERS = 256;
const MAX_VALUE_CHARACTERS = 8 * 1024;

export function answerSettingCalls(system: SystemServer): SettingCalls {
  return {
    getSetting: async (namespace, key) => system.ui.settings.get(namespace, key),
    putSetting: async (namespace, key, value) => {
      const { settings } = system.ui;
      if (key.length > MAX_KEY_CHARACTERS || value.length > MAX_VALUE_CHARACTERS) {
        throw new Error(`a key has at most ${MAX_KEY_CHARACTERS} characters, a value ${MAX_VALUE_CHARACTERS}`);
      }
      if (settings.get(namespace, key) === undefined && settings.list(namespace).length >= MAX_SETTINGS) {
        throw new Error(`there are ${MAX_SETTINGS} settings in ${namespace} already`);
      }
      settings.put(namespace, key, value);
    },
    deleteSetting: async (namespace, key) => system.ui.settings.delete(namespace, key),
    listSettings: async (namespace) => system.ui.settings.list(namespace),
  };
}
