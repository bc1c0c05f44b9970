declare module "bidi-js" {
  /** The Unicode Bidirectional Algorithm (UAX #9). */
  interface Bidi {
    /** The level of each UTF-16 unit: even runs left to right, odd right to left. */
    getEmbeddingLevels(text: string, baseDirection?: "ltr" | "rtl"): { levels: Uint8Array };
  }
  export default function bidiFactory(): Bidi;
}
