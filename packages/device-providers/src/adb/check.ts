import { ConfigError } from "@terrarium/platform/base/config-error";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { openConfiguredDatabase } from "@terrarium/platform/db/configured-database";
import { createSecretBox, readOrCreateSecret } from "@terrarium/platform/secrets/secret-box";
import type { CheckedServer, ProviderCheck, ProviderParts } from "../provider-definition.ts";
import { copyPhoneKey } from "./phone-keys.ts";
import { routeOf } from "./phone-route.ts";
import { createPhoneStore } from "./phone-store.ts";

/**
 * Phones accept the keys that the server stores for them, so the check uses these. It keeps leases in the database of
 * `parts`. Throws ConfigError if a sandbox of the server uses one of its phones.
 */
export async function prepareAdbCheck(
  phones: readonly DeviceAddress[],
  parts: ProviderParts,
  server: CheckedServer,
): Promise<ProviderCheck> {
  const box = createSecretBox(server.secret ?? readOrCreateSecret(server.dataDir), server.previousSecrets);
  const db = await openConfiguredDatabase(server);
  try {
    const busy = (await createPhoneStore(db).list()).find(({ sandboxId }) => sandboxId !== null);
    if (busy)
      throw new ConfigError(
        `${busy.route} is in use by sandbox ${busy.sandboxId}: end its sandboxes and stop the server before phones are checked`,
      );
    for (const phone of phones) await copyPhoneKey(db, parts.db, box, routeOf(phone));
  } finally {
    await db.destroy();
  }
  return { parts: { ...parts, box } };
}
