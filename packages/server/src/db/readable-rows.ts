import type { FastifyBaseLogger } from "fastify";
import type { z } from "zod";

/**
 * What rows say on the wire, in their order. One that cannot be read, or says what the contract does not have, is left
 * out and logged: it hides no other.
 */
export function readableRows<Row extends { id: string }, Said>(
  rows: readonly Row[],
  schema: z.ZodType<Said>,
  read: (row: Row) => Said,
  log: Pick<FastifyBaseLogger, "error">,
): Said[] {
  return rows.flatMap((row) => {
    try {
      return [schema.parse(read(row))];
    } catch (error) {
      log.error({ err: error, id: row.id }, "a row cannot be read");
      return [];
    }
  });
}
