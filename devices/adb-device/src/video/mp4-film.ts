import type { VideoPacket } from "@terrarium/scrcpy/video";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";

/** How long the last picture is shown. */
const LAST_PICTURE_US = 40_000;
const US_PER_S = 1_000_000;

/**
 * A film as an MP4 file: each picture is shown from its time to that of the next one, the first one from the beginning.
 * `config` holds the parameter sets of the stream. Throws if they cannot be read.
 */
export async function toMp4(
  config: Uint8Array,
  pictures: readonly VideoPacket[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Promise<Uint8Array> {
  const target = new BufferTarget();
  // The index behind the pictures: nothing is moved when it is known.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const track = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(track);
  await output.start();
  const decoderConfig = { codec: "avc1.640028", codedWidth: widthPx, codedHeight: heightPx };
  const beginUs = pictures[0]?.ptsUs ?? 0;
  for (const [i, { kind, data, ptsUs }] of pictures.entries()) {
    const endUs = pictures[i + 1]?.ptsUs ?? ptsUs + LAST_PICTURE_US;
    // The parameter sets come with the first picture, of which the muxer describes the track.
    const bytes = i === 0 ? Buffer.concat([config, data]) : data;
    const [at, length] = [(ptsUs - beginUs) / US_PER_S, (endUs - ptsUs) / US_PER_S];
    await track.add(new EncodedPacket(bytes, kind === "key" ? "key" : "delta", at, length), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the film was not written");
  return new Uint8Array(target.buffer);
}
