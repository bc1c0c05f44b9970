/** Returns a Markdown table. A cell may contain Markdown. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}

export const code = (text: string): string => `\`${text}\``;

/** Makes room for wide tables: VitePress shows no outline beside the page. */
const FRONT_MATTER = "---\naside: false\n---";

/** Returns a page of paragraphs, tables and sections. */
export const page = (title: string, ...parts: readonly string[]): string =>
  `${[FRONT_MATTER, `# ${title}`, ...parts].join("\n\n")}\n`;

/** Returns a text with a capital first letter. */
export const sentence = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
