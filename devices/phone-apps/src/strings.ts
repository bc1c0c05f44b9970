/** Texts that several apps show. */
export const SHARED_STRINGS = { yesterday: "Yesterday" };
