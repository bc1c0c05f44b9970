import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigError } from "../../packages/server/src/base/config-error.ts";
import { type Config, readConfig } from "../../packages/server/src/config.ts";
import { openConfiguredDatabase } from "../../packages/server/src/db/configured-database.ts";
import { openDatabase } from "../../packages/server/src/db/database.ts";
import { sqliteDialect } from "../../packages/server/src/db/sqlite.ts";
import { createAdbProvider } from "../../packages/server/src/providers/adb/adb-provider.ts";
import { readOrCreateFleetKey } from "../../packages/server/src/providers/adb/fleet-key.ts";
import { createPhoneStore } from "../../packages/server/src/providers/adb/phone-store.ts";
import { createSecretBox, readOrCreateSecret } from "../../packages/server/src/secrets/secret-box.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

/**
 * Phones let in one key of an installation, so it is the server's. Leases are kept apart, in a database of the check's
 * own: throws ConfigError if a sandbox of the server has one of its phones.
 */
export const openAdb: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "adb" });
  if (!config.adb) throw new Error("adb is configured without its settings");
  const { privateKeyPem } = await askServerDatabase(config);
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-check-"));
  const db = await openDatabase(sqliteDialect(path.join(folder, "phones.db")));
  const named = config.templates.flatMap(({ provider, model }) => (provider === "adb" ? (model.phones ?? []) : []));
  const store = createPhoneStore(db);
  const log = { ...CHECK_LOG, info() {} };
  const provider = createAdbProvider({ ...config.adb, store, adbPrivateKeyPem: privateKeyPem, named, log });
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

/** The key that phones let in. Throws ConfigError if one of them is in use. */
async function askServerDatabase(config: Config): Promise<{ privateKeyPem: string }> {
  const db = await openConfiguredDatabase(config);
  try {
    const busy = (await createPhoneStore(db).list()).find(({ sandboxId }) => sandboxId !== null);
    if (busy)
      throw new ConfigError(
        `${busy.route} is in use by sandbox ${busy.sandboxId}: end its sandboxes and stop the server before phones are checked`,
      );
    return await readOrCreateFleetKey(db, createSecretBox(config.secret ?? readOrCreateSecret(config.dataDir)));
  } finally {
    await db.destroy();
  }
}
