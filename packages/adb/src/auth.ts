import { constants, type KeyObject, privateEncrypt, publicDecrypt, randomBytes, timingSafeEqual } from "node:crypto";
import type { AdbPublicKey } from "./public-key.ts";

export const TOKEN_BYTES = 20;
/** Length of a signature: that of the modulus (RFC 8017, 8.2.2), including leading zeros. */
const SIGNATURE_BYTES = 256;

/** The ASN.1 DigestInfo of a SHA-1 digest (RFC 8017, 9.2, note 1); the 20 digest bytes follow it. */
const sha1DigestInfo = Buffer.from("3021300906052b0e03021a05000414", "hex");

/** Returns a fresh challenge for AUTH(token). */
export function createToken(): Buffer {
  return randomBytes(TOKEN_BYTES);
}

/** Signs a challenge, as accepted by `findSigner` and every device's daemon. */
export const signToken = (token: Uint8Array, key: KeyObject): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([sha1DigestInfo, token]));

/**
 * Returns the key that signed the token: RSA PKCS#1 v1.5 over a SHA-1 DigestInfo with the token itself as the digest
 * (AOSP adb/client/auth.cpp: RSA_sign(NID_sha1, token)). node:crypto's verify would hash the token again, so the
 * recovered block is compared instead.
 */
export function findSigner(token: Buffer, signature: Buffer, keys: readonly AdbPublicKey[]): AdbPublicKey | undefined {
  if (signature.length !== SIGNATURE_BYTES) return undefined;
  const expected = Buffer.concat([sha1DigestInfo, token]);
  return keys.find(({ key }) => {
    try {
      const recovered = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
      return recovered.length === expected.length && timingSafeEqual(recovered, expected);
    } catch {
      // A signature with another padding is not by this key.
      return false;
    }
  });
}
