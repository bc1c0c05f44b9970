import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../base/make-folder.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;

/** Encryption of values that must be read later. `owner` (a row's id) is bound to the result: only that id opens it. */
export interface SecretBox {
  seal(text: string, owner: string): string;
  /** Throws if it was sealed with another secret, for another owner, or altered. */
  open(sealed: string, owner: string): string;
  /** Returns a fingerprint that detects equal texts without storing them. It cannot be guessed without the secret. */
  fingerprint(text: string): string;
  /**
   * Start of each text that the current secret seals while previous secrets are accepted. undefined: none are accepted,
   * and texts carry no key id.
   */
  currentMark: string | undefined;
}

/** Opens a sealed text. Returns an empty text on failure, so that its row can still be shown and deleted. */
export function openOrEmpty(box: Pick<SecretBox, "open">, sealed: string, owner: string): string {
  try {
    return box.open(sealed, owner);
  } catch {
    return "";
  }
}

const derive = (secret: string, purpose: string, bytes = KEY_BYTES) =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, bytes));

/** Returns the key of fingerprints that an installation with this first secret has. */
export const firstFingerprintKey = (secret: string): Buffer => derive(secret, "terrarium fingerprints");

/**
 * Creates a secret box with AES-256-GCM, and HMAC-SHA-256 for fingerprints, with keys derived (HKDF-SHA-256) from the
 * server's secret. It also opens what the previous secrets sealed (decision 184).
 */
export function createSecretBox(
  secret: string,
  previous: readonly string[] = [],
  fingerprintKey: Buffer = firstFingerprintKey(secret),
): SecretBox {
  const [current, ...others] = [secret, ...previous].map((each) => ({
    mark: `${derive(each, "terrarium key id", KEY_ID_BYTES).toString("base64url")}.`,
    key: derive(each, "terrarium sealed columns"),
  }));
  if (current === undefined) throw new Error("a secret box needs a secret");
  const keys = [current, ...others];
  const currentMark = previous.length > 0 ? current.mark : undefined;
  return {
    currentMark,
    seal: (text, owner) => (currentMark ?? "") + encrypt(current.key, text, owner),
    open(sealed, owner) {
      const marked = keys.find(({ mark }) => sealed.startsWith(mark));
      if (marked) return decrypt(marked.key, sealed.slice(marked.mark.length), owner);
      for (const { key } of others) {
        try {
          return decrypt(key, sealed, owner);
        } catch {
          // Without a key id, only the attempt shows whether it is the right key.
        }
      }
      return decrypt(current.key, sealed, owner);
    },
    fingerprint: (text) => createHmac("sha256", fingerprintKey).update(text).digest("base64url"),
  };
}

function encrypt(key: Buffer, text: string, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Throws if the text was sealed with another key, for another owner, or altered. */
function decrypt(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

/** Returns the secret in a data directory (file `secret`, mode 600), created at the first start. */
export function readOrCreateSecret(dataDir: string): string {
  makeFolder(dataDir);
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) {
    // Written completely or not at all: a partial secret on a full disk would count as damaged from then on.
    writeFileSync(`${file}.new`, randomBytes(KEY_BYTES).toString("base64url"), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < KEY_BYTES)
    throw new Error(`${file} is damaged: restore it from a backup, or delete it together with the database`);
  return secret;
}

/** Returns a new bearer token: 32 random bytes as base64url (43 characters). */
export const newToken = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** Returns the stored form of bearer tokens. They have enough entropy that a plain SHA-256 protects them. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
