import type { VideoPacket } from "@terrarium/scrcpy/video";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";

/** Duration of the last frame. */
const LAST_PICTURE_US = 40_000;
const US_PER_S = 1_000_000;

/**
 * Writes a recording as an MP4 file. Each frame is shown from its time to that of the next one, the first one from the
 * start. `config` contains the parameter sets of the stream. Throws if they are invalid.
 */
export async function toMp4(
  config: Uint8Array,
  pictures: readonly VideoPacket[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Promise<Uint8Array> {
  const target = new BufferTarget();
  // Writes the index after the frames, so that no data is moved once the index is known.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const track = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(track);
  await output.start();
  const decoderConfig = { codec: "avc1.640028", codedWidth: widthPx, codedHeight: heightPx };
  const beginUs = pictures[0]?.ptsUs ?? 0;
  for (const [i, { kind, data, ptsUs }] of pictures.entries()) {
    const endUs = pictures[i + 1]?.ptsUs ?? ptsUs + LAST_PICTURE_US;
    // The parameter sets are part of the first frame, from which the muxer describes the track.
    const bytes = i === 0 ? Buffer.concat([config, data]) : data;
    const [at, length] = [(ptsUs - beginUs) / US_PER_S, (endUs - ptsUs) / US_PER_S];
    await track.add(new EncodedPacket(bytes, kind === "key" ? "key" : "delta", at, length), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the film was not written");
  return new Uint8Array(target.buffer);
}
