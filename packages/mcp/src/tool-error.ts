/** What an agent is told that asked for something that cannot be done: what failed, and what to do. */
export class ToolError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
