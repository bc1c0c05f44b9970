import { zipOf } from "@terrarium/phone-system/zip";

const ARCHIVED_AT = new Date("2026-01-01T00:00:00Z");
const NONE = 0xffffffff;
const STRING_TYPE = 0x03;
const INTEGER_TYPE = 0x10;

/** Makes an APK with a binary manifest, in the form of Android's build tools. */
export function testApk(packageName: string, versionCode: number, versionName: string): Buffer {
  return Buffer.from(zipOf("AndroidManifest.xml", testManifest(packageName, versionCode, versionName), ARCHIVED_AT));
}

/** Makes a binary manifest (AOSP androidfw/ResourceTypes.h), with strings in UTF-16 or UTF-8. */
export function testManifest(packageName: string, versionCode: number, versionName: string, utf8 = false): Buffer {
  const strings = ["versionCode", "versionName", "package", "manifest", packageName, versionName];
  const attribute = (name: number, raw: number, type: number, data: number): Buffer =>
    Buffer.concat([words(NONE, name, raw), halves(8), Buffer.from([0, type]), words(data)]);
  const attributes = [
    attribute(0, NONE, INTEGER_TYPE, versionCode),
    attribute(1, 5, STRING_TYPE, 5),
    attribute(2, 4, STRING_TYPE, 4),
  ];
  const element = Buffer.concat([words(NONE, 3), halves(20, 20, attributes.length, 0, 0, 0), ...attributes]);
  const body = Buffer.concat([stringPool(strings, utf8), chunk(0x0102, 16, Buffer.concat([words(1, NONE), element]))]);
  return chunk(0x0003, 8, body);
}

function stringPool(strings: readonly string[], utf8: boolean): Buffer {
  const encoded = strings.map((text) =>
    utf8
      ? Buffer.concat([Buffer.from([text.length, Buffer.byteLength(text)]), Buffer.from(`${text}\0`)])
      : Buffer.concat([halves(text.length), Buffer.from(`${text}\0`, "utf16le")]),
  );
  let offset = 0;
  const offsets = encoded.map((bytes) => (offset += bytes.length) - bytes.length);
  const start = 28 + 4 * strings.length;
  const head = words(strings.length, 0, utf8 ? 1 << 8 : 0, start, 0, ...offsets);
  const padding = Buffer.alloc((4 - (offset % 4)) % 4);
  return chunk(0x0001, 28, Buffer.concat([head, ...encoded, padding]));
}

function chunk(type: number, headerBytes: number, body: Buffer): Buffer {
  return Buffer.concat([halves(type, headerBytes), words(8 + body.length), body]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}

function halves(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}
