import { randomUUID } from "node:crypto";

/** Returns an id that identifies a request in the log. */
export const newRequestId = (): string => `req_${randomUUID()}`;
