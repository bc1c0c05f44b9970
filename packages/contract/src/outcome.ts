import { z } from "zod";

/** Outcome of a successful action. */
export const OUTCOME_OK = "ok";

/** Result of an action: success or an error code. */
export const Outcome = z.string().describe(`${OUTCOME_OK}, or the error code`);
