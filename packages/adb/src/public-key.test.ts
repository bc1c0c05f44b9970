import { generateKeyPairSync, privateEncrypt, constants } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createToken, findSigner } from "./auth.ts";
import { formatPublicKey, parsePublicKey, parsePublicKeys } from "./public-key.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Signs like adb: PKCS#1 v1.5 padding around a SHA-1 DigestInfo with the token as the digest. */
function sign(token: Buffer, key = pair.privateKey): Buffer {
  const block = Buffer.concat([Buffer.from("3021300906052b0e03021a05000414", "hex"), token]);
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block);
}

describe("adb public keys", () => {
  it("are parsed from their line with the comment", () => {
    const { key, comment } = parsePublicKey(`${formatPublicKey(pair.privateKey, "me@host second word")}\n`);
    expect(key.equals(pair.publicKey)).toBe(true);
    expect(comment).toBe("me@host second word");
  });

  it("contain AOSP's Montgomery constants", () => {
    const bytes = Buffer.from(formatPublicKey(pair.publicKey, "").split(" ")[0] ?? "", "base64");
    const littleEndian = (from: number, to: number) =>
      BigInt(`0x${Buffer.from(bytes.subarray(from, to).toReversed()).toString("hex")}`);
    const n = littleEndian(8, 264);
    expect(bytes.readUInt32LE(0)).toBe(64);
    expect((littleEndian(4, 8) * n + 1n) % 2n ** 32n).toBe(0n);
    expect(littleEndian(264, 520)).toBe(2n ** 4096n % n);
    expect(bytes.readUInt32LE(520)).toBe(65537);
  });

  it("are parsed from a file by line, with errors reported", () => {
    const file = `# ours\n${formatPublicKey(pair.publicKey, "a")}\n\nnonsense\n${formatPublicKey(other.publicKey, "b")}\n`;
    const { keys, errors } = parsePublicKeys(file);
    expect(keys.map(({ comment }) => comment)).toEqual(["a", "b"]);
    expect(errors).toEqual([expect.stringMatching(/^line 4: not an adb public key/)]);
  });

  it("of other sizes are rejected", () => {
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
    expect(() => formatPublicKey(small.publicKey, "")).toThrow("ADB keys are 2048-bit RSA keys; this one has 1024");
  });
});

describe("findSigner", () => {
  const keys = [other, pair].map(({ publicKey }) => parsePublicKey(formatPublicKey(publicKey, "key")));

  it("finds the key that signed the token", () => {
    const token = createToken();
    expect(findSigner(token, sign(token), keys)).toBe(keys[1]);
  });

  it("returns none for invalid signatures or unknown keys", () => {
    const token = createToken();
    expect(findSigner(createToken(), sign(token), keys)).toBeUndefined();
    expect(findSigner(token, sign(token), keys.slice(0, 1))).toBeUndefined();
    expect(findSigner(token, sign(token).subarray(1), keys)).toBeUndefined();
    expect(findSigner(token, Buffer.alloc(0), keys)).toBeUndefined();
    expect(findSigner(token, sign(token), [])).toBeUndefined();
  });
});
