import { readFileSync } from "node:fs";

/** Returns the program on a page of docs/guide, unchanged. Throws if it has none in that language. */
export function programOf(page: string, language: "js" | "py" = "js"): string {
  const text = readFileSync(`docs/guide/${page}.md`, "utf8");
  const [, program] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(text) ?? [];
  if (program === undefined) throw new Error(`${page}.md shows no program`);
  return program;
}
