import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { groupGoneWithin } from "./process-end.ts";

test("a group of unreaped zombies counts as gone", async () => {
  const code = `const child = require("node:child_process").spawn("sleep", ["600"], { detached: true }); process.send(child.pid)`;
  const parent = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [leader] = (await once(parent, "message")) as [number];
  parent.kill("SIGSTOP");
  process.kill(leader, "SIGKILL");
  expect(await groupGoneWithin(leader, 60_000)).toBe(true);
});
