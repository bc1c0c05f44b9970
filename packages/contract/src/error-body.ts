import { z } from "zod";

/** Body of every response with a status other than 2xx. */
export const ErrorBody = z.object({
  code: z.string().describe("One of the documented error codes"),
  message: z.string(),
  suggestion: z.string().optional().describe("Next step"),
  requestId: z.string().describe("The same as the header `x-request-id`; quote it when reporting a problem"),
  error: z.object({ message: z.string() }).optional().describe("Only for fleet calls: the message repeated"),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
