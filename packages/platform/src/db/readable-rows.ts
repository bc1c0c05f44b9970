import type { FastifyBaseLogger } from "fastify";
import type { z } from "zod";

/**
 * Converts rows to the wire format, in their order. Rows that cannot be read, or violate the contract, are logged and
 * left out, so that they hide no others.
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
      log.error({ err: error, id: row.id }, "failed to read a row");
      return [];
    }
  });
}
