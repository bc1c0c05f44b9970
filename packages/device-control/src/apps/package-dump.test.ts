import { expect, test } from "vitest";
import { parseActivities, parseComponents, parsePackageDump, parsePackages } from "./package-dump.ts";

test("parses components with their class among other output", () => {
  expect(parseComponents("2 activities\ncom.a/.Main\ncom.a.b/com.other.Main$Inner\nNo activity found\n")).toEqual([
    { packageName: "com.a", activityName: ".Main", activityClassName: "com.a.Main" },
    { packageName: "com.a.b", activityName: "com.other.Main$Inner", activityClassName: "com.other.Main$Inner" },
  ]);
});

test("parses packages with their APK, also with = in paths", () => {
  const files = "package:/system/app/A/A.apk=com.a\npackage:/data/app/~~x==/com.b-y==/base.apk=com.b\n";
  expect(parsePackages(files, "package:com.b\n")).toEqual([
    { packageName: "com.a", apkPath: "/system/app/A/A.apk", pkgType: "system" },
    { packageName: "com.b", apkPath: "/data/app/~~x==/com.b-y==/base.apk", pkgType: "thirdParty" },
  ]);
});

test("uses the first entry of a package listed twice", () => {
  const dump = [
    "  Package [com.a] (1):",
    "    versionName=2.0",
    "    lastUpdateTime=2026-01-02 00:00:00",
    "  Package [com.b] (2):",
    "    versionName=1",
    "  Package [com.a] (3):",
    "    versionName=1.0",
  ].join("\n");
  expect([...parsePackageDump(dump)]).toEqual([
    ["com.a", { version: "2.0", updatedAt: "2026-01-02 00:00:00" }],
    ["com.b", { version: "1", updatedAt: "" }],
  ]);
});

test("lists the activities of the resolver table once each", () => {
  const dump = `Activity Resolver Table:
  Schemes:
      http:
        1a2b com.a/.Web filter 3c
          Action: "android.intent.action.VIEW"
  Non-Data Actions:
      android.intent.action.MAIN:
        4d5e com.a/.Main filter 6f
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"
        7a8b com.a/.Web filter 9c
          Action: "android.intent.action.VIEW"

Receiver Resolver Table:
  Non-Data Actions:
        9d com.a/.Receiver filter 1e
          Action: "android.intent.action.MAIN"
`;
  expect(parseActivities(dump, "com.a").map(({ name, isMain, isLauncher }) => [name, isMain, isLauncher])).toEqual([
    [".Web", false, false],
    [".Main", true, true],
  ]);
  expect(parseActivities("Packages:\n", "com.a")).toEqual([]);
});
