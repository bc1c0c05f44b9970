import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedTestShell, type Ran, type TestShell } from "./test-shell.ts";

/** A script with its output, and its error output and exit code if they are not empty and 0. */
export type Row = readonly [script: string, stdout: string, stderr?: string, exitCode?: number];

/**
 * Parent of the rows' folders. The folders are removed only now and then, because a removal takes longer than most
 * rows.
 */
const ROW_FOLDERS = "/data/local/tmp/rows";
const KEPT_FOLDERS = 64;
let folders = 0;

/** Runs a row in its own folder, with two lines of input. */
export async function runRow(shell: TestShell, [script]: Row): Promise<Ran> {
  const cleaning = folders++ % KEPT_FOLDERS === 0 ? `rm -rf ${ROW_FOLDERS}; ` : "";
  const folder = `${ROW_FOLDERS}/${folders}`;
  return shell.run(`${cleaning}mkdir -p ${folder}; cd ${folder}\n${script}`, "in1\nin2\n");
}

export function expectedOf([, stdout, stderr = "", exitCode = 0]: Row): Ran {
  return { stdout, stderr, exitCode };
}

/** Prefix of messages of the shell that runs a command line. */
export const SH = "/system/bin/sh: ";

/** Adds a test for each row, all in one shell. Checks afterwards that no device file is open. */
export function testRows(rows: readonly Row[]): void {
  let shell: TestShell;
  beforeAll(async () => {
    shell = await sharedTestShell();
  });
  afterAll(async () => {
    expect(await shell.leftOpen()).toEqual([]);
  });

  it.each(rows.map((row) => ({ script: row[0], row })))("$script", async ({ row }) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
}
