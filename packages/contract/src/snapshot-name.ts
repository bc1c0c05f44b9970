import { z } from "zod";

/** What a team calls a snapshot: it stands in addresses. */
export const SnapshotName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "must be at most 64 letters, digits, '.', '_' and '-', a letter or digit first");
