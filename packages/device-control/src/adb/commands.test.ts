import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeShellPacket, ShellId } from "@terrarium/adb/shell-protocol";
import { Adb, AdbCommand } from "@yume-chan/adb";
import { expect, test, vi } from "vitest";
import { silentDevice } from "../testing/silent-device.ts";
import { runCommand, streamCommand, takeScreenshot } from "./commands.ts";

test("times out a screenshot without an unhandled rejection", async () => {
  const unowned = vi.fn<(error: unknown) => void>();
  process.on("unhandledRejection", unowned);
  const { transport, controllers } = silentDevice();
  await expect(takeScreenshot(new Adb(transport), 20)).rejects.toThrow("the screenshot did not finish within 20 ms");
  await nextTurn();
  process.off("unhandledRejection", unowned);
  expect(controllers).toHaveLength(1);
  expect(unowned).not.toHaveBeenCalled();
});

test("fails and ends a command with output of impossible length", async () => {
  const { transport, controllers, sent } = silentDevice();
  const running = runCommand(new Adb(transport), "ls");
  await nextTurn();
  await controllers[0]?.enqueue(Buffer.of(1, 0, 0, 0, 0x80));
  await expect(running).rejects.toThrow("Socket ended without exit message");
  expect(sent.at(-1)).toEqual([AdbCommand.Close, 1, 1, new Uint8Array()]);
});

test("no other module starts a process with open input", () => {
  const folder = path.join(import.meta.dirname, "../../..");
  const starters = globSync("{device-control,device-providers,server}/src/**/*.ts", {
    cwd: folder,
    exclude: ["**/*.test.ts"],
  }).filter((file) =>
    /\.(?:shellProtocol|noneProtocol|subprocess)\b/.test(readFileSync(path.join(folder, file), "utf8")),
  );
  // The exceptions are a terminal, with input typed by a person, and scrcpy's server, which lives as long as its
  // stream.
  expect(starters.toSorted()).toEqual([
    "device-control/src/adb/commands.ts",
    "device-control/src/adb/server-output.ts",
    "device-control/src/adb/shell.ts",
  ]);
});

const END_OF_INPUT = encodeShellPacket(ShellId.closeStdin, new Uint8Array());

test.each([
  ["a command", (adb: Adb) => runCommand(adb, "cat", 20)],
  ["a screenshot", (adb: Adb) => takeScreenshot(adb, 20)],
  [
    "a streamed command",
    (adb: Adb) => streamCommand(adb, "cat", { signal: AbortSignal.timeout(20), onOutput: () => undefined }),
  ],
])("%s closes its input at once", async (_what, run) => {
  const { transport, sent } = silentDevice();
  await expect(run(new Adb(transport))).rejects.toThrow(/./);
  expect(sent[0]).toEqual([AdbCommand.Write, 1, 1, new Uint8Array(END_OF_INPUT)]);
});
