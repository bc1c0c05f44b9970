import type { VideoCodec } from "./proxy-messages.ts";

/** Screen codecs that recordings contain unchanged. */
const RECORDED_CODECS = ["h264", "h265"] as const satisfies VideoCodec[];
export type RecordedCodec = (typeof RECORDED_CODECS)[number];

/** Returns whether a screen sent in a codec can be recorded. */
export const isRecorded = (codec: string | undefined): codec is RecordedCodec =>
  RECORDED_CODECS.some((recorded) => recorded === codec);
