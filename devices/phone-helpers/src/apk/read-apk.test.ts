import { describe, expect, it } from "vitest";
import { testApk, testManifest } from "../testing/test-apk.ts";
import { readApk } from "./read-apk.ts";
import { readManifest } from "./read-manifest.ts";

const APK = testApk("com.example.helper", 246, "10.6.6");

describe("the identity of an APK", () => {
  it("comes from its binary manifest", () => {
    expect(readApk(APK)).toEqual({ packageName: "com.example.helper", versionCode: 246, versionName: "10.6.6" });
  });

  it("is read from strings in UTF-8", () => {
    expect(readManifest(testManifest("com.example", 7, "ä", true))).toMatchObject({ versionCode: 7, versionName: "ä" });
  });

  it.each([
    ["no archive", Buffer.from("apk")],
    ["an empty file", Buffer.alloc(0)],
    ["an archive without an end", APK.subarray(0, APK.length - 10)],
    ["an archive without a manifest", Buffer.from(APK.toString("latin1").replaceAll("Manifest", "Monifest"), "latin1")],
  ])("is unknown for %s", (_name, bytes) => {
    expect(readApk(bytes)).toBeUndefined();
  });

  it("survives any damaged byte", () => {
    for (let at = 0; at < APK.length; at++) {
      const damaged = Buffer.from(APK);
      damaged[at] = 255 - (damaged[at] ?? 0);
      expect(() => readApk(damaged)).not.toThrow();
    }
  });
});
