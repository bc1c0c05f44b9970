/** Decodes the modified UTF-7 of RFC 3501, section 5.1.3, as Appium's Unicode keyboard does. */
export function decodeImapUtf7(text: string): string {
  return text.replace(/&([A-Za-z0-9+,]*)-/g, (_whole, encoded: string) =>
    encoded === "" ? "&" : utf16(Buffer.from(encoded.replaceAll(",", "/"), "base64")),
  );
}

/** Reads big-endian UTF-16. */
function utf16(bytes: Buffer): string {
  const units = Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readUInt16BE(2 * i));
  return String.fromCharCode(...units);
}
