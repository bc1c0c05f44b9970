/** Message to an agent about an impossible request: what failed, and what to do. */
export class ToolError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
