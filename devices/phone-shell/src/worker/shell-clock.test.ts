import { afterEach, expect, test } from "vitest";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";

const open: TestShell[] = [];
afterEach(() => Promise.all(open.splice(0).map((shell) => shell.close())));

/** Starts shells at 9:41, where time passes only with actions. */
async function start(seed: string): Promise<TestShell> {
  const startMs = Date.parse("2026-03-04T09:41:00Z");
  const shell = await startTestShell({ clock: { kind: "own", startMs, speed: 0 }, seed });
  open.push(shell);
  return shell;
}

test("programs sleep for the phone's time, not the host's", { timeout: 60_000 }, async () => {
  const shell = await start("a");
  const script = `date -u '+%T'; sleep 3600; date -u '+%T'
    sleep 20 & sleep 10; date -u '+%T'; wait; date -u '+%T'
    timeout 5 sleep 100; echo $?; date -u '+%T'; echo $SECONDS`;
  const times = ["09:41:00", "10:41:00", "10:41:10", "10:41:20", "124", "10:41:25", "3625"];
  expect((await shell.run(script)).stdout).toBe(`${times.join("\n")}\n`);
});

test("equal seeds give equal values and file times", { timeout: 60_000 }, async () => {
  const script = `cd /data/local/tmp; echo $RANDOM $RANDOM $$; uuidgen; mktemp
    head -c 8 /dev/urandom | xxd -p; mkdir d; echo a > d/b; sleep 5; echo c >> d/b; ln -s b d/l
    ls -ilR; stat -c '%n %x %y %z' d d/b; find d -mmin -1 | sort; ps -o PID,ELAPSED,NAME`;
  const [one, other, different] = await Promise.all([start("a"), start("a"), start("b")]);
  const [first, again, third] = await Promise.all([one, other, different].map((shell) => shell.run(script)));
  expect(first?.exitCode).toBe(0);
  expect(first?.stdout).toContain("2026-03-04 09:41:05");
  expect(again).toEqual(first);
  expect(third?.stdout).not.toBe(first?.stdout);
});
