/**
 * Packages outside of the server's bundle (build.mjs): those that look for files beside themselves, and large ones with
 * rare use.
 */
export const LOADED_PACKAGES: string[] = [
  "@kubernetes/client-node",
  "mediabunny",
  "nodemailer",
  "pdfkit",
  "quickjs-emscripten",
  "stripe",
  "woff2-encoder",
];
