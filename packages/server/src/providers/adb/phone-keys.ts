import { createPrivateKey } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceAddress } from "../../base/device-address.ts";
import type { Database } from "../../db/database.ts";
import { readOrMakeSetting } from "../../db/kept-setting.ts";
import { type AdbKey, generateAdbKey, publicKeyLine } from "../../devices/adb-key.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { routeOf } from "./phone-route.ts";

/** The keys by which attached phones are reached. */
export interface PhoneKeys {
  /** PKCS#8 PEM; empty behind an adb server, which shows phones its own. */
  privateKeyPemOf(phone: DeviceAddress): Promise<string>;
}

/**
 * Each phone that is reached directly has a key of its own: ADB's proof is bound to no connection, so that whoever answers
 * in one phone's place can have what another one asks signed by the key of the first, and no other. Tells each public key
 * once: somebody presses "Allow" on the phone.
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
        // What could not be read now is read the next time.
        reading.catch(() => known.delete(route));
      }
      return (await reading).privateKeyPem;
    },
  };
}

/** The key of the phone at a route: made once, for all servers on the database, and kept sealed. */
export async function readOrCreatePhoneKey(db: Database, box: SecretBox, route: string): Promise<AdbKey> {
  const setting = `adb-key ${route}`;
  const sealed = await readOrMakeSetting(db, setting, async () =>
    box.seal((await generateAdbKey()).privateKeyPem, setting),
  );
  const privateKeyPem = box.open(sealed, setting);
  return { privateKeyPem, authorizedKey: publicKeyLine(createPrivateKey(privateKeyPem)) };
}
