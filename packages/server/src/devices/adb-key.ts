import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { adbGeneratePublicKey } from "@yume-chan/adb";

const generate = promisify(generateKeyPair);

/** The key pair with which the server, and nobody else, reaches one sandbox's device. */
export interface AdbKey {
  /** PKCS#8 PEM. */
  privateKeyPem: string;
  /** As adb writes it to adbkey.pub: Android's RSA public key structure in base64, a space, a name. */
  authorizedKey: string;
}

/** A 2048-bit RSA key, the only size that adb knows (AOSP adb/crypto, RSA_KEY_BITS). */
export async function generateAdbKey(): Promise<AdbKey> {
  const { privateKey } = await generate("rsa", { modulusLength: 2048, publicExponent: 0x10001 });
  return {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    authorizedKey: publicKeyLine(privateKey),
  };
}

/** A key as adb writes it to adbkey.pub: Android's RSA public key structure in base64, a space, a name. */
export function publicKeyLine(key: KeyObject): string {
  const publicKey = adbGeneratePublicKey(key.export({ type: "pkcs8", format: "der" }));
  return `${Buffer.from(publicKey).toString("base64")} terrarium`;
}

/** Keys made ahead, since making one takes a core for a tenth of a second or several. */
export function createAdbKeyPool(size: number): { take(): Promise<AdbKey> } {
  const ready: Array<Promise<AdbKey>> = [];
  const add = () => {
    const key = generateAdbKey();
    // A failure is told to whoever takes this one.
    key.catch(() => {});
    ready.push(key);
  };
  return {
    take() {
      const first = ready.shift() ?? generateAdbKey();
      // Made one after another, so that they do not delay the one that is asked for.
      void first.then(
        () => ready.length < size && add(),
        () => {},
      );
      return first;
    },
  };
}
