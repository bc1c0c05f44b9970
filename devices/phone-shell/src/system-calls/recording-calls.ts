/** Longest and default time limit of a recording in seconds (AOSP screenrecord.cpp). */
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
  /** Returns the size of a recording, and whether it takes no more frames. Keeps the recording alive. */
  lookAtRecording(id: number): Promise<{ bytes: number; full: boolean }>;
  /** Stops a recording. Returns the MP4 file. */
  stopRecording(id: number): Promise<Uint8Array>;
}
