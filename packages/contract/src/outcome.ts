import { z } from "zod";

/** The outcome of what went well. */
export const OUTCOME_OK = "ok";

/** How something ended that was done: well, or with which error. */
export const Outcome = z.string().describe(`${OUTCOME_OK}, or the error code`);
