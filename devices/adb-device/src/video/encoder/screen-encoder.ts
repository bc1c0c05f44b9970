import type { I420Picture } from "../i420-picture.ts";

/** A frame of the screen as H.264 in Annex B form. A key frame includes the parameter sets. */
export interface EncodedFrame {
  bytes: Uint8Array;
  isKey: boolean;
  ptsUs: number;
}

export interface ScreenEncoderOptions {
  /** Size of all pictures; both are multiples of 8. */
  widthPx: number;
  heightPx: number;
  /** Target, in bits per second. */
  bitRate: number;
  framesPerSecond: number;
  /** Receives each frame, in the order of `encode`. */
  onFrame: (frame: EncodedFrame) => void;
  /** Called when the encoder accepts a frame again. */
  onReady: () => void;
  /** Called when the encoder fails; no frame follows. */
  onError: (error: unknown) => void;
}

/** An H.264 encoder of one stream without reordering. It works outside of the main thread, on a bounded queue. */
export interface ScreenEncoder {
  /** Whether the queue has space. */
  readonly isReady: boolean;
  /** Encodes a copy of the picture, as a key frame if requested. Call it only when the encoder is ready. */
  encode(picture: I420Picture, frame: { ptsUs: number; isKey: boolean }): void;
  /** Drops unfinished frames and releases everything. No callback follows. */
  close(): void;
}

/** Function that loads, configures and starts an encoder. Rejects if it cannot encode this stream. */
export type OpenScreenEncoder = (options: ScreenEncoderOptions) => Promise<ScreenEncoder>;
