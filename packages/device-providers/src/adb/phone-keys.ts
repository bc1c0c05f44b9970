import { createPrivateKey } from "node:crypto";
import { type AdbKey, generateAdbKey, publicKeyLine } from "@terrarium/device-control/adb/adb-key";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { Database } from "@terrarium/platform/db/database";
import { readOrMakeSetting } from "@terrarium/platform/db/kept-setting";
import type { SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import { PHONE_KEY_SETTINGS, routeOf } from "./phone-route.ts";

/** Keys that authenticate the server to attached phones. */
export interface PhoneKeys {
  /** PKCS#8 PEM; empty behind an adb server, which uses its own key. */
  privateKeyPemOf(phone: DeviceAddress): Promise<string>;
}

/**
 * Creates a key for each phone that is reached directly. ADB signatures are not bound to a connection: an impostor in
 * place of one phone can obtain a signature for another phone's challenge. With separate keys, the other phone rejects
 * that signature. Each public key is logged once, because a person must press "Allow" on the phone.
 */
export function createPhoneKeys(db: Database, box: SecretBox, log: Pick<FastifyBaseLogger, "info">): PhoneKeys {
  const known = new Map<string, Promise<AdbKey>>();
  async function read(route: string): Promise<AdbKey> {
    const key = await readOrCreatePhoneKey(db, box, route);
    log.info(
      { route, authorizedKey: key.authorizedKey },
      "this phone has to let in this ADB key: press Allow on it once",
    );
    return key;
  }
  return {
    async privateKeyPemOf(phone) {
      if (phone.serial !== undefined) return "";
      const route = routeOf(phone);
      let reading = known.get(route);
      if (!reading) {
        reading = read(route);
        known.set(route, reading);
        // A failed read is retried at the next call.
        reading.catch(() => known.delete(route));
      }
      return (await reading).privateKeyPem;
    },
  };
}

/**
 * Returns the key of the phone at a route. The key is created once for all servers on the database, and stored sealed.
 */
export async function readOrCreatePhoneKey(db: Database, box: SecretBox, route: string): Promise<AdbKey> {
  const privateKeyPem = box.open(await readOrCreateSealedKey(db, box, route), settingOf(route));
  return { privateKeyPem, authorizedKey: publicKeyLine(createPrivateKey(privateKeyPem)) };
}

/** Stores a phone's key of one database, sealed, in another. Creates the key if the phone has none. */
export async function copyPhoneKey(from: Database, to: Database, box: SecretBox, route: string): Promise<void> {
  const sealed = await readOrCreateSealedKey(from, box, route);
  await readOrMakeSetting(to, settingOf(route), async () => sealed);
}

const settingOf = (route: string): string => PHONE_KEY_SETTINGS + route;

const readOrCreateSealedKey = (db: Database, box: SecretBox, route: string): Promise<string> =>
  readOrMakeSetting(db, settingOf(route), async () =>
    box.seal((await generateAdbKey()).privateKeyPem, settingOf(route)),
  );
