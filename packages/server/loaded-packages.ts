/**
 * What the built server loads from packages: what finds files beside itself, and what is large and seldom needed. The rest
 * is bundled (build.mjs).
 */
export const LOADED_PACKAGES: string[] = [
  "@fastify/swagger-ui",
  "@kubernetes/client-node",
  "mediabunny",
  "nodemailer",
  "pdfkit",
  "quickjs-emscripten",
  "stripe",
  "woff2-encoder",
];
