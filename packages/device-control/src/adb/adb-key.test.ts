import { createPrivateKey } from "node:crypto";
import { expect, test } from "vitest";
import { createAdbKeyPool, generateAdbKey } from "./adb-key.ts";

/** Parses a little-endian number. */
const readNumber = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);

test("encodes public keys as Android does (AOSP libcrypto_utils/android_pubkey.cpp)", async () => {
  const { privateKeyPem, authorizedKey } = await generateAdbKey();
  const [base64 = "", name] = authorizedKey.split(" ");
  const bytes = Buffer.from(base64, "base64");
  expect(bytes.length).toBe(4 + 4 + 256 + 256 + 4);
  expect(bytes.readUInt32LE(0)).toBe(64);

  const modulus = readNumber(bytes.subarray(8, 264));
  const { n = "" } = createPrivateKey(privateKeyPem).export({ format: "jwk" });
  expect(modulus).toBe(BigInt(`0x${Buffer.from(n, "base64url").toString("hex")}`));
  const word = 2n ** 32n;
  expect((BigInt(bytes.readUInt32LE(4)) * (modulus % word) + 1n) % word).toBe(0n);
  expect(readNumber(bytes.subarray(264, 520))).toBe(2n ** 4096n % modulus);
  expect(bytes.readUInt32LE(520)).toBe(65_537);
  expect(name).toBe("terrarium");
});

test("never returns a key of the pool twice", async () => {
  const pool = createAdbKeyPool(2);
  const keys = [];
  for (let i = 0; i < 4; i++) keys.push(await pool.take());
  expect(new Set(keys.map((key) => key.authorizedKey)).size).toBe(4);
});
