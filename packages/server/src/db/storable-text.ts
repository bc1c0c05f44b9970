/** A text without the one character that PostgreSQL does not store. */
export const storableText = (text: string): string => text.replaceAll("\0", "\uFFFD");
