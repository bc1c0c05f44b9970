import type { ColumnDefinitionBuilder } from "kysely";

type Column = ColumnDefinitionBuilder;

export const primaryKey = (column: Column) => column.primaryKey();
export const notNull = (column: Column) => column.notNull();
export const unique = (column: Column) => column.notNull().unique();
export const zero = (column: Column) => column.notNull().defaultTo(0);
/** A row is deleted with the row that it references. */
export const partOf = (reference: string) => (column: Column) =>
  column.notNull().references(reference).onDelete("cascade");
