const NAL_TYPE_SPS = 7;

/** The codec string for WebCodecs from an Annex B configuration (RFC 6381: avc1.PPCCLL), undefined without an SPS. */
export function avcCodecString(configuration: Uint8Array): string | undefined {
  for (let i = 0; i + 6 < configuration.length; i++) {
    const isStartCode = configuration[i] === 0 && configuration[i + 1] === 0 && configuration[i + 2] === 1;
    if (!isStartCode || ((configuration[i + 3] ?? 0) & 0x1f) !== NAL_TYPE_SPS) continue;
    // The SPS begins with profile, constraint flags and level (ITU-T H.264 7.3.2.1.1).
    const bytes = configuration.subarray(i + 4, i + 7);
    return `avc1.${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }
  return undefined;
}
