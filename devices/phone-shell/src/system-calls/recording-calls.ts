/**
 * Longest recording in seconds (AOSP screenrecord.cpp). Here there is a little more time, so that the command can stop
 * it.
 */
export const MAX_RECORDING_S = 180;

interface RecordingOptions {
  /** Longest side in pixels; 0 stands for the screen's own size. */
  maxSizePx: number;
  bitRate: number;
}

/** Device calls of `screenrecord`. */
export interface RecordingCalls {
  /** Starts a recording. Returns its number. Rejects if there are too many. */
  startRecording(options: RecordingOptions): Promise<number>;
  /** Stops a recording. Returns the MP4 file. */
  stopRecording(id: number): Promise<Uint8Array>;
}
