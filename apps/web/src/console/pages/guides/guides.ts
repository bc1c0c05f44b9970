/** What each page shows, by its name in the address. */
export const GUIDES = ["sandbox", "browser", "desktop", "android", "mcp"] as const;
export type Guide = (typeof GUIDES)[number];
