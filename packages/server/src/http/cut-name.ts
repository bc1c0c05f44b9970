const MAX_NAME_CHARS = 100;

/** Cuts the name of a field, which callers may make very long. */
export const cutName = (text: string): string =>
  text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
