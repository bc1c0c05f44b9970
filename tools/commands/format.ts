import { bin, mustRun } from "../shell.ts";

/** Rewrites the sources in the project's format. */
export const run = (): Promise<void> => mustRun(bin("oxfmt"), ["."]);
