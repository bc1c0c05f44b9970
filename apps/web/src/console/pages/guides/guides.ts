/** Names of the guides, as in their addresses. */
export const GUIDES = ["sandbox", "browser", "desktop", "android", "mcp"] as const;
export type Guide = (typeof GUIDES)[number];
