import { expect, it } from "vitest";
import { ANDROID_COMMANDS } from "./android-commands.ts";
import { ANDROID_COMMAND_NAMES } from "./command-names.ts";

it("lists every Android command under /system/bin", () => {
  expect(ANDROID_COMMAND_NAMES).toEqual(ANDROID_COMMANDS.map(({ name }) => name).toSorted());
});
