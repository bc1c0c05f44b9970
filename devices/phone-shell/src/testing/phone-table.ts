import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createFakePhone, type FakePhone } from "./fake-phone.ts";
import { expectedOf, runRow, type Row } from "./script-table.ts";
import { startTestShell, type TestShell } from "./test-shell.ts";

/** A script that tells the phone to do something, and what it writes where that is not nothing. */
export interface TellingRow {
  script: string;
  told: readonly string[];
  stdout?: string;
  stderr?: string;
  exitCode?: number;
}

/** The phone and the shell on it that the test files of a process share. */
let shared: { phone: FakePhone; started: Promise<TestShell> } | undefined;

function sharedPhone(): { phone: FakePhone; started: Promise<TestShell> } {
  if (shared) return shared;
  const phone = createFakePhone();
  shared = { phone, started: startTestShell({ system: phone.calls }) };
  return shared;
}

/** A phone, as it was made before each test, and a shell on it; after all tests no file of the device is open. */
export function usePhone(): { phone: FakePhone; shell: () => TestShell } {
  const { phone, started } = sharedPhone();
  let shell: TestShell;
  beforeAll(async () => {
    shell = await started;
  });
  beforeEach(() => phone.reset());
  afterAll(async () => {
    expect(await shell.leftOpen()).toEqual([]);
  });
  return { phone, shell: () => shell };
}

/**
 * A test for each row, on a phone that is as `before` leaves it: what the script writes, and what it tells the phone to
 * do, which is nothing where the row is a plain one.
 */
export function testOnPhone(
  { phone, shell }: ReturnType<typeof usePhone>,
  rows: readonly (Row | TellingRow)[],
  before: (phone: FakePhone) => void = () => undefined,
): void {
  const all = rows.map((row) => {
    if (!("script" in row)) return { script: row[0], told: [], expected: expectedOf(row) };
    const { script, told, stdout = "", stderr = "", exitCode = 0 } = row;
    return { script, told, expected: { stdout, stderr, exitCode } };
  });
  it.each(all)("$script", async ({ script, told, expected }) => {
    before(phone);
    expect(await runRow(shell(), [script, ""])).toEqual(expected);
    expect(phone.told).toEqual(told);
  });
}
