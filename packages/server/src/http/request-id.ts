import { randomUUID } from "node:crypto";

/** By which a request is found in the log. */
export const newRequestId = (): string => `req_${randomUUID()}`;
