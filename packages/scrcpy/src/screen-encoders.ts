/** Encoders of a device's screen. `auto` is OpenH264 where its library is installed, and x264 elsewhere. */
export const SCREEN_ENCODERS = ["auto", "openh264", "x264"] as const;
export type ScreenEncoderName = (typeof SCREEN_ENCODERS)[number];

export const DEFAULT_SCREEN_ENCODER: ScreenEncoderName = "auto";
