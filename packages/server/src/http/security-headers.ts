import type { FastifyInstance } from "fastify";

/** For pages made of our own files: Monaco's workers and blob images included, nothing from elsewhere but avatars. */
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
/** Of a page that knows no session, so that it may stand in pages of anybody's. */
export const EMBEDDABLE_POLICY = policyWithin("*");

/** Set by hand: the constant headers cost nothing this way (a general plugin halved the throughput). */
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
