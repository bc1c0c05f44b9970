import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { apkPath, packageFiles } from "./package-files.ts";
import { zipOf } from "./zip.ts";

/** Returns the only file of an archive, read from its central directory like other programs do. */
function unzip(archive: Buffer): { name: string; content: Buffer; year: number } {
  const end = archive.length - 22;
  expect([archive.readUInt32LE(end), archive.readUInt16LE(end + 10)]).toEqual([0x06054b50, 1]);
  const central = archive.readUInt32LE(end + 16);
  expect([archive.readUInt32LE(central), archive.readUInt32LE(0)]).toEqual([0x02014b50, 0x04034b50]);
  const [packedBytes, sizeBytes, nameBytes] = [20, 24]
    .map((at) => archive.readUInt32LE(central + at))
    .concat(archive.readUInt16LE(central + 28)) as [number, number, number];
  const name = archive.toString("utf8", central + 46, central + 46 + nameBytes);
  const content = inflateRawSync(archive.subarray(30 + nameBytes, 30 + nameBytes + packedBytes));
  expect(content.length).toBe(sizeBytes);
  return { name, content, year: (archive.readUInt16LE(central + 14) >> 9) + 1980 };
}

test.each([
  ["AndroidManifest.xml", "<manifest/>"],
  ["苔/moss.txt", ""],
  ["a", "x".repeat(100_000)],
])("an archive of %s is read as written", (name, text) => {
  const { content, ...told } = unzip(zipOf(name, Buffer.from(text), new Date("2026-11-21T09:41:00Z")));
  expect([told, content.toString()]).toEqual([{ name, year: 2026 }, text]);
});

test("stores each app's file at Android's path, with its manifest", () => {
  const notes = { packageName: "com.terrarium.notes", component: "com.terrarium.notes/.MainActivity", label: "Notes" };
  expect([apkPath("com.terrarium.notes"), apkPath("single")]).toEqual([
    "/system/app/Notes/Notes.apk",
    "/system/app/Single/Single.apk",
  ]);
  const [[path, bytes] = ["", new Uint8Array()]] = Object.entries(packageFiles([notes]));
  expect(path).toBe("system/app/Notes/Notes.apk");
  const manifest = unzip(Buffer.from(bytes)).content.toString();
  expect(manifest).toContain('package="com.terrarium.notes"');
  expect(manifest).toContain('android:name=".MainActivity"');
});

test("creates identical files for identical apps", () => {
  const apps = [{ packageName: "a.b", component: "a.b/.C", label: "B" }];
  expect(packageFiles(apps)).toEqual(packageFiles(apps));
});
