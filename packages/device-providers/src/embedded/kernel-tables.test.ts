import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { smallTables } from "./kernel-tables.ts";

test("names kernel tables that a few sandboxes can fill", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "terrarium-sysctl-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, "kernel", "pty"), { recursive: true });
  writeFileSync(path.join(root, "kernel", "pid_max"), "4194304\n");
  writeFileSync(path.join(root, "kernel", "pty", "max"), "4096\n");
  expect(smallTables(root)).toEqual([
    "a few sandboxes can use up the terminals of this machine: set kernel.pty.max to 65536",
  ]);
});
