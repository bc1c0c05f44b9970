/**
 * Returns code that sets the API key in the environment variables of the SDK and of the gbox SDK. The code precedes the
 * script's first character on the same line, so that line numbers in errors stay right.
 */
export const keyPrefix = (apiKey: string): string =>
  `process.env.TERRARIUM_API_KEY=process.env.GBOX_API_KEY=${JSON.stringify(apiKey)};`;
