import { describe, expect, it } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("screenrecord", () => {
  testOnPhone(used, [
    [
      "screenrecord --help | head -1; screenrecord | head -1",
      "Usage: screenrecord [options] <filename>\nUsage: screenrecord [options] <filename>\n",
    ],
    ["screenrecord --time-limit 0", "", "Must specify output file (see --help).\n", 2],
    [
      "screenrecord --time-limit 181 f; screenrecord --time-limit -1 f; screenrecord --time-limit x f",
      "",
      'Time limit 181s outside acceptable range [1,180]\nTime limit -1s outside acceptable range [1,180]\njava.lang.NumberFormatException: For input string: "x"\n',
      255,
    ],
    [
      "screenrecord --size 720 f; screenrecord --size 8x8 f; screenrecord --size 99999x1 f; screenrecord --size axb f",
      "",
      "Invalid size '720', must be width x height\nInvalid size '8x8', must be width x height\nInvalid size '99999x1', must be width x height\nInvalid size 'axb', must be width x height\n",
      2,
    ],
    [
      "screenrecord --bit-rate 1 f; screenrecord --bit-rate 101M f; screenrecord --bit-rate fast f",
      "",
      "Bit rate 1 outside acceptable range [100000,100000000]\nBit rate 101M outside acceptable range [100000,100000000]\nBit rate fast outside acceptable range [100000,100000000]\n",
      2,
    ],
    ["screenrecord --frobnicate f 2>&1 | head -1", "screenrecord: unrecognized option --frobnicate\n"],
    ["screenrecord /system/film", "", "screenrecord: /system/film: Read-only file system\n", 1],
    ["screenrecord a b", "", "Must specify output file (see --help).\n", 2],
  ]);
});

const STARTED = 'startRecording {"maxSizePx":0,"bitRate":20000000}';
const STOPPED = "stopRecording 1";

describe("screenrecord keeps its recording when it is stopped", () => {
  it.each([
    ["INT", ""],
    ["TERM", ""],
    ["HUP", ""],
    ["INT", " & wait"],
  ])("by SIG%s%s", async (signal, background) => {
    const { phone, shell } = used;
    const client = shell().open({ command: `cd /data/local/tmp; screenrecord film.mp4${background}` });
    await expect.poll(() => phone.told).toEqual([STARTED]);
    await shell().run(`pkill -${signal} screenrecord`);
    expect([await client.exited.promise, client.stderr]).toEqual([0, ""]);
    expect(phone.told).toEqual([STARTED, STOPPED]);
    expect((await shell().run("cd /data/local/tmp; cat film.mp4; rm -f film.mp4")).stdout).toBe("film");
  });
});

describe("screenrecord without a time limit", () => {
  it("creates the file when the recording starts", async () => {
    const { phone, shell } = used;
    const client = shell().open({ command: "screenrecord --time-limit 0 /data/local/tmp/film.mp4" });
    await expect.poll(() => phone.told).toEqual([STARTED]);
    expect((await shell().run("wc -c < /data/local/tmp/film.mp4")).stdout).toBe("0\n");
    await shell().run("pkill -2 screenrecord");
    expect(await client.exited.promise).toBe(0);
  });

  it("ends when the disk has no room for more", async () => {
    const { phone, shell } = used;
    phone.recordedBytes = 99 * 1024 ** 2;
    const { stdout } = await shell().run("cd /data/local/tmp; screenrecord --time-limit 0 film.mp4; cat film.mp4");
    expect(stdout).toBe("film");
  });
});

describe("screenrecord deletes its recording on the device", () => {
  it.each([
    ["when it is killed", (pid: string) => used.shell().run(`kill -9 ${pid}`)],
    ["when its client disconnects", undefined],
  ])("%s", async (_how, end) => {
    const { phone, shell } = used;
    const client = shell().open({ command: "screenrecord -" });
    await expect.poll(() => phone.told).toEqual([STARTED]);
    if (end) await end((await shell().run("pidof screenrecord")).stdout);
    else client.hangUp();
    await expect.poll(() => phone.told).toEqual([STARTED, STOPPED]);
  });
});
