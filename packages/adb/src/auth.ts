import { constants, type KeyObject, privateEncrypt, publicDecrypt, randomBytes, timingSafeEqual } from "node:crypto";
import type { AdbPublicKey } from "./public-key.ts";

export const tokenBytes = 20;
/** As long as the modulus (RFC 8017, 8.2.2): one that begins with zeros has them too. */
const signatureBytes = 256;

/** The ASN.1 DigestInfo of a SHA-1 digest (RFC 8017, 9.2, note 1); the 20 digest bytes follow it. */
const sha1DigestInfo = Buffer.from("3021300906052b0e03021a05000414", "hex");

/** A fresh challenge for AUTH(token). */
export function createToken(): Buffer {
  return randomBytes(tokenBytes);
}

/** The answer to a challenge that `findSigner` takes, and every device's daemon. */
export const signToken = (token: Uint8Array, key: KeyObject): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([sha1DigestInfo, token]));

/**
 * Finds the key whose owner signed the token: RSA PKCS#1 v1.5 over a SHA-1 DigestInfo in which the token itself
 * stands as the digest (AOSP adb/client/auth.cpp: RSA_sign(NID_sha1, token)). node:crypto's verify would hash the
 * token once more, hence the comparison of the recovered block.
 */
export function findSigner(token: Buffer, signature: Buffer, keys: readonly AdbPublicKey[]): AdbPublicKey | undefined {
  if (signature.length !== signatureBytes) return undefined;
  const expected = Buffer.concat([sha1DigestInfo, token]);
  return keys.find(({ key }) => {
    try {
      const recovered = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
      return recovered.length === expected.length && timingSafeEqual(recovered, expected);
    } catch {
      // A signature of another padding is simply not by this key.
      return false;
    }
  });
}
