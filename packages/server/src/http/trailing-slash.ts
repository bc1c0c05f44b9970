import type { FastifyRequest } from "fastify";

/** Whether a request's path ends in a slash. Routes match either way, but relative addresses in a page do not. */
export const hasTrailingSlash = ({ url }: Pick<FastifyRequest, "url">): boolean => /^[^?]*\/(?:\?|$)/.test(url);
