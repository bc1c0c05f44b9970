import { type ReceivedPacket, serializeVideoPacket } from "@terrarium/scrcpy/video";

/** Returns a screen packet of `sizeBytes` in total. */
export function receivedPacket(kind: ReceivedPacket["kind"], sizeBytes = 13): ReceivedPacket {
  const headerBytes = 12;
  const bytes = serializeVideoPacket({ kind, ptsUs: 0, data: new Uint8Array(sizeBytes - headerBytes) });
  return { kind, ptsUs: 0, data: bytes.subarray(headerBytes), bytes };
}
