import * as z from "zod";

/** The user's own HTTP proxy for programs in the sandbox. */
export const UserProxy = z.object({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65_535),
  /** Hosts reached without the proxy; `*` stands for any characters. */
  excludes: z.array(z.string().min(1).max(253)).max(100).optional(),
  auth: z.object({ username: z.string().max(255), password: z.string().max(255) }).optional(),
});
export type UserProxy = z.infer<typeof UserProxy>;
