import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createFakePhone, type FakePhone } from "./fake-phone.ts";
import { expectedOf, runRow, type Row } from "./script-table.ts";
import { startTestShell, type TestShell } from "./test-shell.ts";

/** A script with the calls that it makes to the phone, and its output if it has any. */
export interface TellingRow {
  script: string;
  told: readonly string[];
  stdout?: string;
  stderr?: string;
  exitCode?: number;
}

/** The phone and its shell that the test files of a process share. */
let shared: { phone: FakePhone; started: Promise<TestShell> } | undefined;

function sharedPhone(): { phone: FakePhone; started: Promise<TestShell> } {
  if (shared) return shared;
  const phone = createFakePhone();
  shared = { phone, started: startTestShell({ system: phone.calls }) };
  return shared;
}

/**
 * Provides a phone in its initial state before each test, and a shell on it. After all tests it checks that no device
 * file is open.
 */
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
 * Adds a test for each row, on a phone in the state that `before` sets. Checks the script's output and its calls to the
 * phone. A plain row expects no calls.
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
