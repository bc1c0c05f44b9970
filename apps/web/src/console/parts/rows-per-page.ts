import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";

/** Numbers of rows that a list offers per page. */
export const ROWS_PER_PAGE: readonly number[] = [SANDBOX_PAGE_SIZE, 25, 50, 100];

/** Returns the number of rows of an address. Default: the first choice. */
export const parseRows = (text: string | null): number =>
  ROWS_PER_PAGE.find((rows) => String(rows) === text) ?? SANDBOX_PAGE_SIZE;
