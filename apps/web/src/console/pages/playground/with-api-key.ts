/**
 * Returns code that puts an API key where the SDK looks for it, under its own name and that of the gbox SDK. It stands
 * before a script's first character, on the same line, so that line numbers in errors stay right.
 */
export const keyPrefix = (apiKey: string): string =>
  `process.env.TERRARIUM_API_KEY=process.env.GBOX_API_KEY=${JSON.stringify(apiKey)};`;
