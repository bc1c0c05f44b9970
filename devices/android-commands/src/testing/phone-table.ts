import { SHELL_COMMAND_NAMES } from "@terrarium/phone-shell/command-names";
import { expectedOf, runRow, type Row } from "@terrarium/phone-shell/testing/script-table";
import { startTestShell, type TestShell, type TestShellOptions } from "@terrarium/phone-shell/testing/test-shell";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ANDROID_COMMAND_NAMES } from "../command-names.ts";
import { createFakePhone, type FakePhone } from "./fake-phone.ts";

/** A script with the calls that it makes to the phone, and its output if it has any. */
export interface TellingRow {
  script: string;
  told: readonly string[];
  stdout?: string;
  stderr?: string;
  exitCode?: number;
}

/** Starts shells with all commands, whose device calls the phone answers. */
export function startPhoneShell(phone: FakePhone, options: Pick<TestShellOptions, "clock"> = {}): Promise<TestShell> {
  const entry = new URL("./shell-worker.ts", import.meta.url);
  const names = [...SHELL_COMMAND_NAMES, ...ANDROID_COMMAND_NAMES];
  return startTestShell({ ...options, system: phone.calls, commands: { entry, names } });
}

/** The phone and its shell that the test files of a process share. */
let shared: { phone: FakePhone; started: Promise<TestShell> } | undefined;

function sharedPhone(): { phone: FakePhone; started: Promise<TestShell> } {
  if (shared) return shared;
  const phone = createFakePhone();
  shared = { phone, started: startPhoneShell(phone) };
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
