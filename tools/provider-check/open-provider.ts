import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { requireDefinition } from "../../packages/device-providers/src/all-providers.ts";
import { type ProviderParts, readSettings } from "../../packages/device-providers/src/provider-definition.ts";
import { createNoPeers } from "../../packages/platform/src/base/peers.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { sqliteDialect } from "../../packages/platform/src/db/sqlite.ts";
import { openDataDisk } from "../../packages/platform/src/disk/data-disk.ts";
import { createSecretBox } from "../../packages/platform/src/secrets/secret-box.ts";
import type { CheckedProvider } from "../../packages/server/src/check-provider.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";

/**
 * Opens a provider with the settings of a server, as a new installation in a temporary folder. `template`: as in
 * `findModel`. Throws ConfigError.
 */
export async function openProvider(
  name: string,
  environment: Record<string, string | undefined>,
  template?: string,
): Promise<CheckedProvider> {
  const definition = requireDefinition(name);
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: name });
  const settings = readSettings(definition, environment);
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(path.join(tmpdir(), "terrarium-check-"));
  opened.defer(() => removeFolder(dataDir));
  const db = await openDatabase(sqliteDialect(path.join(dataDir, "check.db")));
  opened.defer(() => db.destroy());
  const installation: ProviderParts = {
    templates: config.templates.filter(({ provider }) => provider === name).map(({ model }) => ({ model, warm: 0 })),
    egress: config.deviceEgress,
    clock: config.deviceClock,
    screenEncoder: config.screenEncoder,
    storageMb: config.deviceStorageMb,
    dataDir,
    disk: openDataDisk(dataDir),
    db,
    peers: createNoPeers(),
    box: createSecretBox(randomBytes(32).toString("base64")),
    log: CHECK_LOG,
  };
  const {
    parts = installation,
    crash,
    remove,
  } = (await definition.prepareCheck?.(settings, installation, config)) ?? {};
  if (remove) opened.defer(remove);
  const provider = await definition.open(settings, parts);
  opened.defer(() => provider.close());
  const model = findModel(config.templates, name, template);
  const kept = opened.move();
  return { provider, model, ...(crash && { crash }), remove: () => kept.disposeAsync() };
}

/** Files of the last device are removed in the background meanwhile, and may disappear before the folder does. */
async function removeFolder(folder: string): Promise<void> {
  while (existsSync(folder)) await rm(folder, { recursive: true, force: true });
}
