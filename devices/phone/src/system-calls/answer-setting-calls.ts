import type { SettingCalls } from "@terrarium/phone-shell/system-calls/setting-calls";
import type { SystemServer } from "@terrarium/phone-system/system-server";

/** Settings do not count towards the storage quota: they have limits of their own. */
const maxSettings = 500;
const maxKeyCharacters = 256;
const maxValueCharacters = 8 * 1024;

export function answerSettingCalls(system: SystemServer): SettingCalls {
  return {
    getSetting: async (namespace, key) => system.ui.settings.get(namespace, key),
    putSetting: async (namespace, key, value) => {
      const { settings } = system.ui;
      if (key.length > maxKeyCharacters || value.length > maxValueCharacters) {
        throw new Error(`a key has at most ${maxKeyCharacters} characters, a value ${maxValueCharacters}`);
      }
      if (settings.get(namespace, key) === undefined && settings.list(namespace).length >= maxSettings) {
        throw new Error(`there are ${maxSettings} settings in ${namespace} already`);
      }
      settings.put(namespace, key, value);
    },
    deleteSetting: async (namespace, key) => system.ui.settings.delete(namespace, key),
    listSettings: async (namespace) => system.ui.settings.list(namespace),
  };
}
