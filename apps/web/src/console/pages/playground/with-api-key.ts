/**
 * Code that puts an API key where the SDK looks for it. It stands before a script's first character, on the same line, so
 * that line numbers in errors stay right.
 */
export const keyPrefix = (apiKey: string): string => `process.env.GBOX_API_KEY=${JSON.stringify(apiKey)};`;
