import { readFileSync } from "node:fs";

/** Commands or a program on a page of docs/guide, and the output that the page shows below. */
export interface GuideBlock {
  language: "sh" | "js" | "py";
  code: string;
  /** Pattern of the whole output. `…` on the page stands for any text. */
  prints: RegExp;
  /** Place of the block, such as `phone.md:12`. */
  place: string;
}

const BLOCK = /^```(sh|js|py)\n((?:(?!```).*\n)*)```\n\n```text\n((?:(?!```).*\n)*)```$/gm;

const patternOf = (shown: string): RegExp => {
  const parts = shown.split("…").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[^]*?")}$`);
};

/** Returns the blocks of a page that have their output directly below. */
export function guideBlocks(page: string): GuideBlock[] {
  const text = readFileSync(`docs/guide/${page}.md`, "utf8");
  return [...text.matchAll(BLOCK)].map(({ index, 1: language, 2: code = "", 3: shown = "" }) => ({
    language: language as GuideBlock["language"],
    code,
    prints: patternOf(shown.trim()),
    place: `${page}.md:${text.slice(0, index).split("\n").length}`,
  }));
}

/** Returns the only block with an output on a page. Throws if there is none, or more than one. */
export function programOf(page: string): GuideBlock {
  const [program, ...more] = guideBlocks(page);
  if (program === undefined || more.length > 0) throw new Error(`${page}.md does not show one program with its output`);
  return program;
}
