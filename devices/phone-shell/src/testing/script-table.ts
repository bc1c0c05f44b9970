import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedTestShell, type Ran, type TestShell } from "./test-shell.ts";

/** A script, what it writes, and where it is not nothing: what it complains of, and its exit code. */
export type Row = readonly [script: string, stdout: string, stderr?: string, exitCode?: number];

/** Where rows have their folders: removing each would take longer than most rows, so it is done now and then. */
const rowFolders = "/data/local/tmp/rows";
const keptFolders = 64;
let folders = 0;

/** Runs a row in a folder of its own, with two lines of input. */
export async function runRow(shell: TestShell, [script]: Row): Promise<Ran> {
  const cleaning = folders++ % keptFolders === 0 ? `rm -rf ${rowFolders}; ` : "";
  const folder = `${rowFolders}/${folders}`;
  return shell.run(`${cleaning}mkdir -p ${folder}; cd ${folder}\n${script}`, "in1\nin2\n");
}

export function expectedOf([, stdout, stderr = "", exitCode = 0]: Row): Ran {
  return { stdout, stderr, exitCode };
}

/** The beginning of a message of the shell that runs a command line. */
export const sh = "/system/bin/sh: ";

/** A test for each row, in a shell that they share; after all of them no file of the device is open. */
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
