import { expect, test } from "vitest";
import {
  DEFAULT_SERVER_OPTIONS,
  formatServerArguments,
  isSupportedVersion,
  parseServerArguments,
  socketName,
} from "./server-arguments.ts";

test("parses the arguments of scrcpy's own client", () => {
  const line =
    "3.3.4 scid=1a2b3c4d log_level=info video_bit_rate=2000000 max_size=1023 max_fps=30 tunnel_forward=true audio=false cleanup=false power_on=false";
  const { version, options, ignored } = parseServerArguments(line.split(" "));
  expect(version).toBe("3.3.4");
  expect(options).toEqual({
    ...DEFAULT_SERVER_OPTIONS,
    scid: 0x1a2b3c4d,
    logLevel: "info",
    videoBitRate: 2_000_000,
    maxSize: 1016,
    maxFps: 30,
    tunnelForward: true,
    audio: false,
    cleanup: false,
  });
  expect(ignored).toEqual(["power_on"]);
});

test("round-trips options", () => {
  const options = {
    ...DEFAULT_SERVER_OPTIONS,
    scid: 10,
    control: false,
    sendFrameMeta: false,
    maxFps: 15.5,
    listApps: true,
  };
  expect(parseServerArguments(formatServerArguments(options)).options).toEqual(options);
  expect(formatServerArguments({ scid: 10, audio: true, control: false })).toEqual([
    "3.3.4",
    "scid=0000000a",
    "control=false",
  ]);
});

test("a raw stream contains only the codec's bytes", () => {
  expect(parseServerArguments(["3.3.4", "raw_stream=true"]).options).toMatchObject({
    sendDeviceMeta: false,
    sendFrameMeta: false,
    sendDummyByte: false,
    sendCodecMeta: false,
  });
});

test.each([
  [[], "missing the client version"],
  [["3.3.4", "video"], '"video" is not key=value'],
  [["3.3.4", "scid=80000000"], 'scid "80000000"'],
  [["3.3.4", "scid=xyz"], 'scid "xyz"'],
  [["3.3.4", "max_fps=fast"], 'max_fps "fast"'],
  [["3.3.4", "video_bit_rate=-1"], 'video_bit_rate "-1"'],
])("rejects %j", (args, reason) => {
  expect(() => parseServerArguments(args)).toThrow(reason);
});

test("names sockets after the session", () => {
  expect(socketName(undefined)).toBe("scrcpy");
  expect(socketName(0xabc)).toBe("scrcpy_00000abc");
  expect(parseServerArguments(["3.3.4", "scid=-1"]).options.scid).toBeUndefined();
});

test("supports clients of 3.3 only", () => {
  expect(["3.3", "3.3.1", "3.3.4"].every(isSupportedVersion)).toBe(true);
  expect(["3.2", "3.3.5", "4.0", "3.3.4 ", ""].some(isSupportedVersion)).toBe(false);
});
