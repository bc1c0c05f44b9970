import type { FastifyRequest } from "fastify";

/** Whether the path of a request ends in a slash: routes match either way, and relative addresses in a page do not. */
export const hasTrailingSlash = ({ url }: Pick<FastifyRequest, "url">): boolean => /^[^?]*\/(?:\?|$)/.test(url);
