import type { TestShell } from "@terrarium/phone-shell/testing/test-shell";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakePhone } from "../testing/fake-phone.ts";
import { startPhoneShell } from "../testing/phone-table.ts";

let shell: TestShell;
beforeAll(async () => {
  // It is already February in Tokyo.
  shell = await startPhoneShell(createFakePhone(), {
    clock: { kind: "stopped", atMs: Date.UTC(2024, 0, 31, 20) },
  });
});
afterAll(() => shell.close());

/** Prints how many hours the second time of day is ahead of the first. Both have the form 09:30. */
const HOURS_BETWEEN = `ahead() { echo $(( (1\${2%:*} - 1\${1%:*} + 24) % 24 )); }`;
const started = (zone: string, column: string) => `$(TZ=${zone} ps -p 1 -o ${column}=)`;

it.each([
  ["cal", "cal | head -1", "   February 2024     \n"],
  ["find", "touch -d @0 f; find f -printf '%t\\n'; rm f", "Thu Jan  1 09:00:00.000000000 1970\n"],
  ["ps -o STIME", `${HOURS_BETWEEN}; ahead ${started("UTC", "STIME")} ${started("Asia/Tokyo", "STIME")}`, "9\n"],
  ["ps -o START", `${HOURS_BETWEEN}; ahead ${started("UTC", "START")} ${started("Asia/Tokyo", "START")}`, "9\n"],
  ["dumpsys", "dumpsys | grep -o 'ending at: .*' | sort -u", "ending at: 2024-02-01 05:00:00\n"],
  ["bugreport", "bugreport | grep '^== '", "== dumpstate: 2024-02-01 05:00:00\n"],
  ["bugreportz", "bugreportz | grep -o '2024.*'", "2024-02-01-05-00-00.zip\n"],
])("%s prints times in the device's time zone", async (_command, script, stdout) => {
  expect(await shell.run(`setprop persist.sys.timezone Asia/Tokyo; cd /data/local/tmp; ${script}`)).toEqual({
    stdout,
    stderr: "",
    exitCode: 0,
  });
});
