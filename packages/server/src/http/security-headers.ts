import type { FastifyInstance } from "fastify";

/** Policy for our own pages: allows Monaco's workers and blob images, and only avatars from other origins. */
const policyWithin = (ancestors: string) =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    `frame-ancestors ${ancestors}`,
    "form-action 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join("; ");
const CONTENT_SECURITY_POLICY = policyWithin("'self'");
/** Policy for a page without a session. Any site may embed it. */
export const EMBEDDABLE_POLICY = policyWithin("*");

/** Sets the constant headers directly: a general plugin halved the throughput. */
export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const headers: Record<string, string> = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    // "same-origin" rather than "no-referrer": the latter makes browsers send `Origin: null` with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(options.https ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
