import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { adbGeneratePublicKey } from "@yume-chan/adb";

const generate = promisify(generateKeyPair);

/** Key pair for one sandbox's device. Only the server uses it. */
export interface AdbKey {
  /** PKCS#8 PEM. */
  privateKeyPem: string;
  /** Format of adbkey.pub: Android's RSA public key structure in base64, a space, a name. */
  authorizedKey: string;
}

/** Generates a 2048-bit RSA key, the only size that adb supports (AOSP adb/crypto, RSA_KEY_BITS). */
export async function generateAdbKey(): Promise<AdbKey> {
  const { privateKey } = await generate("rsa", { modulusLength: 2048, publicExponent: 0x10001 });
  return {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    authorizedKey: publicKeyLine(privateKey),
  };
}

/** Formats a key as in adbkey.pub: Android's RSA public key structure in base64, a space, a name. */
export function publicKeyLine(key: KeyObject): string {
  const publicKey = adbGeneratePublicKey(key.export({ type: "pkcs8", format: "der" }));
  return `${Buffer.from(publicKey).toString("base64")} terrarium`;
}

/** Generates keys in advance, because one key takes a core a tenth of a second or more. */
export function createAdbKeyPool(size: number): { take(): Promise<AdbKey> } {
  const ready: Array<Promise<AdbKey>> = [];
  const add = () => {
    const key = generateAdbKey();
    // The caller that takes this key receives the failure.
    key.catch(() => {});
    ready.push(key);
  };
  return {
    take() {
      const first = ready.shift() ?? generateAdbKey();
      // Generated one after another, so that they do not delay a requested key.
      void first.then(
        () => ready.length < size && add(),
        () => {},
      );
      return first;
    },
  };
}
