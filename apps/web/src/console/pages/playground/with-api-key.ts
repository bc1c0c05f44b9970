/**
 * The script with its API key where the SDK looks for it, under its own name and that of the gbox SDK. The key stands before the first character, on the same line,
 * so that line numbers in errors stay right.
 */
export const withApiKey = (apiKey: string, code: string): string =>
  `process.env.TERRARIUM_API_KEY=process.env.GBOX_API_KEY=${JSON.stringify(apiKey)};${code}`;
