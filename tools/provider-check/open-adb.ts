import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAdbProvider } from "../../packages/device-providers/src/adb/adb-provider.ts";
import { adb } from "../../packages/device-providers/src/adb/definition.ts";
import { createPhoneKeys, type PhoneKeys } from "../../packages/device-providers/src/adb/phone-keys.ts";
import { routeOf } from "../../packages/device-providers/src/adb/phone-route.ts";
import { createPhoneStore } from "../../packages/device-providers/src/adb/phone-store.ts";
import { readSettings } from "../../packages/device-providers/src/provider-definition.ts";
import { ConfigError } from "../../packages/platform/src/base/config-error.ts";
import type { DeviceAddress } from "../../packages/platform/src/base/device-address.ts";
import { openConfiguredDatabase } from "../../packages/platform/src/db/configured-database.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { sqliteDialect } from "../../packages/platform/src/db/sqlite.ts";
import { createSecretBox, readOrCreateSecret } from "../../packages/platform/src/secrets/secret-box.ts";
import { type Config, readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

/**
 * Phones accept the keys that the server stores for them, so the check uses these. It keeps leases in a separate
 * database. Throws ConfigError if a sandbox of the server uses one of its phones.
 */
export const openAdb: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "adb" });
  const settings = readSettings(adb, environment);
  const keys = await askServerDatabase(config, settings.devices);
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-check-"));
  const db = await openDatabase(sqliteDialect(path.join(folder, "phones.db")));
  const named = config.templates.flatMap(({ provider, model }) => (provider === "adb" ? (model.phones ?? []) : []));
  const store = createPhoneStore(db);
  const log = { ...CHECK_LOG, info() {} };
  const provider = createAdbProvider({ ...settings, store, keys, named, log });
  return {
    provider,
    model: findModel(config.templates, "adb", template),
    async remove() {
      await provider.close();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Returns the keys that these phones accept. Throws ConfigError if one of the server's phones is in use. */
async function askServerDatabase(config: Config, phones: readonly DeviceAddress[]): Promise<PhoneKeys> {
  const db = await openConfiguredDatabase(config);
  try {
    const busy = (await createPhoneStore(db).list()).find(({ sandboxId }) => sandboxId !== null);
    if (busy)
      throw new ConfigError(
        `${busy.route} is in use by sandbox ${busy.sandboxId}: end its sandboxes and stop the server before phones are checked`,
      );
    const box = createSecretBox(config.secret ?? readOrCreateSecret(config.dataDir));
    const keys = createPhoneKeys(db, box, { info() {} });
    const known = new Map<string, string>();
    for (const phone of phones) known.set(routeOf(phone), await keys.privateKeyPemOf(phone));
    return { privateKeyPemOf: async (phone) => known.get(routeOf(phone)) ?? "" };
  } finally {
    await db.destroy();
  }
}
