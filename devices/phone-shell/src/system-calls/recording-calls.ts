/** AOSP screenrecord.cpp: the longest recording, in seconds, and here a little more for the command to stop it. */
export const maxRecordingS = 180;

interface RecordingOptions {
  /** Longest side in pixels; 0 is the screen's own size. */
  maxSizePx: number;
  bitRate: number;
}

/** What `screenrecord` asks of the device. */
export interface RecordingCalls {
  /** Begins a recording; answers with its number. Rejects if there are too many. */
  startRecording(options: RecordingOptions): Promise<number>;
  /** Ends it; answers with the MP4 file. */
  stopRecording(id: number): Promise<Uint8Array>;
}
