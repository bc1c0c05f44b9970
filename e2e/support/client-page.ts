import { readFileSync } from "node:fs";

/** The program that a page of docs/guide shows, as it stands there. Throws if it shows none in that language. */
export function programOf(page: string, language: "js" | "py" = "js"): string {
  const text = readFileSync(`docs/guide/${page}.md`, "utf8");
  const [, program] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(text) ?? [];
  if (program === undefined) throw new Error(`${page}.md shows no program`);
  return program;
}
