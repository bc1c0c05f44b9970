import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

type Asked = Pick<FastifyRequest, "headers">;

const negotiator = ({ headers }: Asked) =>
  // An empty Accept header equals a missing one.
  new Negotiator({ headers: { ...headers, accept: headers.accept?.trim() || undefined } });

/** Returns the given media types that a request accepts, the preferred ones first (RFC 9110, 12.5.1). */
export const acceptedTypes = (request: Asked, types: readonly string[]): string[] =>
  negotiator(request).mediaTypes([...types]);

/** Whether a request names a media type itself, rather than by a wildcard (RFC 9110, 12.5.1). */
export const namesType = (request: Asked, type: string): boolean =>
  negotiator(request)
    .mediaTypes()
    .some((named) => named.toLowerCase() === type);

/** Whether a request accepts a content coding, such as gzip (RFC 9110, 12.5.3). */
export const acceptsEncoding = (request: Asked, encoding: string): boolean =>
  negotiator(request).encodings([encoding]).includes(encoding);

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether If-None-Match names an entity tag, by the weak comparison (RFC 9110, 13.1.2 and 8.8.3.2). */
export function matchesNone(request: Asked, tag: string): boolean {
  const named = request.headers["if-none-match"] ?? "";
  return named.trim() === "*" || [...named.matchAll(ENTITY_TAG)].some(([, opaque]) => opaque === tag);
}
