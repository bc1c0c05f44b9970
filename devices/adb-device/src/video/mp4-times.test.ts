import { expect, test } from "vitest";
import { withTimes } from "./mp4-times.ts";

/** The lengths of its pictures in seconds, and that of the film. */
function lengthsOf(file: Uint8Array): { pictures: number[]; film: number } {
  const bytes = Buffer.from(file);
  const after = (type: string) => bytes.indexOf(type, 0, "latin1") + 4;
  const scale = bytes.readUInt32BE(after("mdhd") + 12);
  const table = after("stts");
  const pictures = Array.from({ length: bytes.readUInt32BE(table + 4) }, (_, i) => {
    expect(bytes.readUInt32BE(table + 8 + 8 * i)).toBe(1);
    return bytes.readUInt32BE(table + 12 + 8 * i) / scale;
  });
  return { pictures, film: bytes.readUInt32BE(after("mvhd") + 16) / bytes.readUInt32BE(after("mvhd") + 12) };
}

async function film(pictures: number): Promise<Uint8Array> {
  const { EncodedVideoChunk, Mp4Muxer } = await import("@napi-rs/webcodecs");
  const muxer = new Mp4Muxer({ fastStart: false });
  muxer.addVideoTrack({ codec: "avc1.640028", width: 64, height: 64 });
  for (let i = 0; i < pictures; i += 1) {
    const data = Uint8Array.of(0, 0, 0, 1, 0x65, i);
    muxer.addVideoChunk(new EncodedVideoChunk({ type: i === 0 ? "key" : "delta", timestamp: i * 500_000, data }));
  }
  muxer.flush();
  return muxer.finalize();
}

test("every picture lasts until the next one, the last one as long as is said", async () => {
  const file = await film(3);
  const timed = withTimes(file, [0, 1_500_000, 1_600_000, 4_000_000]);
  expect(lengthsOf(timed)).toEqual({ pictures: [1.5, 0.1, 2.4], film: 4 });
  // The pictures stay where they were.
  const dataEnd = Buffer.from(file).indexOf("moov", 0, "latin1") - 4;
  expect(timed.subarray(0, dataEnd)).toEqual(Buffer.from(file).subarray(0, dataEnd));
});

test("what is no film is refused", () => {
  expect(() => withTimes(Uint8Array.of(0, 0, 0, 99, 1, 2, 3, 4), [0, 1])).toThrow("no whole box at byte 0 of 8");
});
