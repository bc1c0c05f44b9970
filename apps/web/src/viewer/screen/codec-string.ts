import type { VideoCodec } from "@terrarium/contract/proxy-messages";

/** Returns the codec string for WebCodecs (RFC 6381) from a stream's configuration, or undefined if it has none. */
export function codecString(codec: VideoCodec, configuration: Uint8Array): string | undefined {
  switch (codec) {
    case "h264":
      return avcCodecString(configuration);
    case "h265":
      return hevcCodecString(configuration);
    case "av1":
      return av1CodecString(configuration);
  }
}

const AVC_SPS = 7;
const HEVC_SPS = 33;

/** avc1.PPCCLL: an SPS starts with profile, constraint flags and level (ITU-T H.264 7.3.2.1.1). */
function avcCodecString(configuration: Uint8Array): string | undefined {
  const sps = findUnit(configuration, (header) => (header & 0x1f) === AVC_SPS);
  return sps && sps.length > 3 ? `avc1.${hex(sps.subarray(1, 4))}` : undefined;
}

/**
 * hev1.P.C.TL.B: profile space and number, compatibility flags in reverse, tier and level, constraint bytes (ISO/IEC
 * 14496-15 E.3). An SPS has them in twelve bytes, after two header bytes and one byte of ids (ITU-T H.265 7.3.3).
 */
function hevcCodecString(configuration: Uint8Array): string | undefined {
  const sps = findUnit(configuration, (header) => ((header >> 1) & 0x3f) === HEVC_SPS);
  if (!sps || sps.length < 15) return undefined;
  const [first = 0, ...rest] = sps.subarray(3, 15);
  const space = ["", "A", "B", "C"][first >> 6] ?? "";
  const flags = rest.slice(0, 4).reduce((all, byte) => all * 256 + byte, 0);
  const constraints = rest.slice(4, 10).map((byte) => byte.toString(16));
  while (constraints.at(-1) === "0") constraints.pop();
  const profile = `${space}${first & 0x1f}`;
  const tierAndLevel = `${first & 0x20 ? "H" : "L"}${rest[10]}`;
  return ["hev1", profile, reverseBits(flags).toString(16), tierAndLevel, ...constraints].join(".");
}

/** av01.P.LLT.DD, from the first bytes of an av1C box, which Android's encoders send (AV1 in ISOBMFF, 2.3.3 and 5). */
function av1CodecString(configuration: Uint8Array): string | undefined {
  const [marker, profileAndLevel, flags] = configuration;
  if (marker !== 0x81 || profileAndLevel === undefined || flags === undefined) return undefined;
  const level = String(profileAndLevel & 0x1f).padStart(2, "0");
  const depth = flags & 0x40 ? (flags & 0x20 ? "12" : "10") : "08";
  return `av01.${profileAndLevel >> 5}.${level}${flags & 0x80 ? "H" : "M"}.${depth}`;
}

/** Returns the first unit of Annex B data with a matching first byte, without its emulation prevention bytes. */
function findUnit(data: Uint8Array, fits: (header: number) => boolean): Uint8Array | undefined {
  for (let start = 0; start + 3 < data.length; start++) {
    const isStartCode = data[start] === 0 && data[start + 1] === 0 && data[start + 2] === 1;
    if (isStartCode && fits(data[start + 3] ?? 0)) return unescape(data.subarray(start + 3));
  }
  return undefined;
}

const unescape = (unit: Uint8Array): Uint8Array =>
  unit.filter((byte, i) => !(byte === 3 && unit[i - 1] === 0 && unit[i - 2] === 0));

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function reverseBits(bits: number): number {
  let reversed = 0;
  for (let i = 0; i < 32; i++) reversed = reversed * 2 + (Math.floor(bits / 2 ** i) % 2);
  return reversed;
}
