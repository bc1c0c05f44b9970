import { Mp4Demuxer } from "@napi-rs/webcodecs";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import { expect, test } from "vitest";
import { toMp4 } from "./mp4-film.ts";

/** Parameter sets of a 64 × 64 stream, written by x264. */
const CONFIG = Buffer.from("00000001674d400aec8426080000000168ee3c80", "hex");
const picture = (kind: "key" | "delta", ptsUs: number): VideoPacket => ({
  kind,
  ptsUs,
  data: Buffer.concat([Uint8Array.of(0, 0, 0, 1, kind === "key" ? 0x65 : 0x41), Buffer.alloc(40, 0x55)]),
});

test("shows every frame until the next, as read by another program", async () => {
  const shown = [picture("key", 700_000), picture("delta", 2_200_000), picture("key", 2_300_000)];
  const film = await toMp4(CONFIG, shown, { widthPx: 64, heightPx: 64 });
  const read: { timestamp: number; duration: number | null; type: string }[] = [];
  const fail = (error: Error) => expect.unreachable(error.message);
  const demuxer = new Mp4Demuxer({ videoOutput: (chunk) => void read.push(chunk), error: fail });
  await demuxer.loadBuffer(film);
  await demuxer.demuxAsync();
  expect(read.map(({ timestamp, duration, type }) => [timestamp, duration, type])).toEqual([
    [0, 1_500_000, "key"],
    [1_500_000, 100_000, "delta"],
    [1_600_000, 40_000, "key"],
  ]);
  expect(demuxer.duration).toBe(1_640_000);
  expect(demuxer.videoDecoderConfig).toMatchObject({ codedWidth: 64, codedHeight: 64 });
  demuxer.close();
});

test("rejects a stream without parameter sets", async () => {
  const film = toMp4(new Uint8Array(), [picture("key", 0)], { widthPx: 64, heightPx: 64 });
  await expect(film).rejects.toThrow("AVCDecoderConfigurationRecord");
});
