/** Returns the text with line breaks replaced by spaces, as Android pastes into a field of one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, " ");
}
