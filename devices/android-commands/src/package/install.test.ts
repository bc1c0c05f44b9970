import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("pm install", () => {
  testOnPhone(used, [
    [
      "echo apk > f.apk; pm install f.apk",
      "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: this virtual device has its apps built in and runs no APKs; create the sandbox from a template that runs Android itself (redroid, an emulator or a phone) to install one]\n",
      "",
      1,
    ],
    ["pm install nope.apk", "", "Error: Unable to open file: nope.apk\n", 1],
    ["pm install", "", "Error: must either specify a package size or an APK file\n", 1],
    [
      "printf 12345 | pm install -S 5; cat",
      "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: this virtual device has its apps built in and runs no APKs; create the sandbox from a template that runs Android itself (redroid, an emulator or a phone) to install one]\nin1\nin2\n",
    ],
    [
      "pm install -S x",
      "",
      "\nException occurred while executing 'install':\njava.lang.NumberFormatException: For input string: \"x\"\n",
      255,
    ],
    [
      "pm install -i com.android.vending --abi arm64-v8a -r -t - < /dev/null",
      "",
      "Error: must either specify a package size or an APK file\n",
      1,
    ],
    ["printf 1234567890 | { pm install -S 4 > /dev/null; cat; }", "567890"],
    [
      "pm install-existing com.example.notes; pm install-existing com.none",
      "Package com.example.notes installed for user: 0\nandroid.content.pm.PackageManager$NameNotFoundException: Package com.none doesn't exist\n",
      "",
      1,
    ],
    [
      "pm install-create; printf 123 | pm install-write -S 3 1 base.apk -; pm install-commit 1; pm install-commit 1",
      "Success: created install session [1]\nSuccess: streamed 3 bytes\nFailure [INSTALL_FAILED_NO_MATCHING_ABIS: this virtual device has its apps built in and runs no APKs; create the sandbox from a template that runs Android itself (redroid, an emulator or a phone) to install one]\n",
      "\nException occurred while executing 'install-commit':\njava.lang.SecurityException: Caller has no access to session 1\n",
      255,
    ],
    [
      "pm install-create > /dev/null; pm install-abandon 1; pm install-write -S 3 1 base.apk",
      "Success\n",
      "\nException occurred while executing 'install-write':\njava.lang.SecurityException: Caller has no access to session 1\n",
      255,
    ],
    [
      "echo abc > f; pm install-create | grep -o 'Success.*session'; pm install-write 1 base.apk f; pm install-write 1 base.apk; pm install-write 1 base.apk nope 2>&1 | sed 's|/.*/nope|nope|'; pm install-abandon 1",
      "Success: created install session\nSuccess: streamed 4 bytes\npm: nope: No such file or directory\nSuccess\n",
      "Error: must specify a APK size\n",
    ],
    [
      "pm install-write 99 a; pm install-commit; pm install-commit x",
      "",
      "\nException occurred while executing 'install-write':\njava.lang.SecurityException: Caller has no access to session 99\n\nException occurred while executing 'install-commit':\njava.lang.SecurityException: Caller has no access to session \n\nException occurred while executing 'install-commit':\njava.lang.SecurityException: Caller has no access to session x\n",
      255,
    ],
    [
      "pm uninstall com.example.notes; pm uninstall com.none; pm uninstall -k --user 0 com.example.notes",
      "Failure [DELETE_FAILED_INTERNAL_ERROR]\nFailure [not installed for 0]\nFailure [DELETE_FAILED_INTERNAL_ERROR]\n",
      "",
      1,
    ],
    [
      "logcat -d -s PackageManager -v brief; echo x > f; pm install f > /dev/null; logcat -d -s PackageManager -v brief",
      "--------- beginning of system\nW/PackageManager(  412): Refused to install f: this device runs no APKs\n",
    ],
  ]);
});
