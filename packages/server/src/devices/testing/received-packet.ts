import { type ReceivedPacket, serializeVideoPacket } from "@terrarium/scrcpy/video";

/** A packet of a device's screen that is `sizeBytes` long as a whole. */
export function receivedPacket(kind: ReceivedPacket["kind"], sizeBytes = 13): ReceivedPacket {
  const headerBytes = 12;
  const bytes = serializeVideoPacket({ kind, ptsUs: 0, data: new Uint8Array(sizeBytes - headerBytes) });
  return { kind, ptsUs: 0, data: bytes.subarray(headerBytes), bytes };
}
