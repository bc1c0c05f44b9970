/** Measures how plain the repository's English is: docs, comments, console texts and test titles. */
import { globSync, readFileSync } from "node:fs";

type Kind = "docs" | "comments" | "console texts" | "test titles";

export interface ProseFigures {
  sentences: number;
  medianWords: number;
  /** Share of sentences with more than 25 words, in percent. */
  longPercent: number;
  /** Relative pronouns (who, whose, whom, what, which) per 100 words. */
  pronounsPer100: number;
  /** Share of sentences that open with What, Who, Whose, Of, Which or That, in percent. */
  clauseOpeningsPercent: number;
}

const LONG_WORDS = 25;
const PRONOUN = /\b(who|whose|whom|what|which)\b/gi;
const CLAUSE_OPENING = /^(What|Who|Whose|Of|Which|That)\b/;

const wordCount = (text: string): number => text.split(/\s+/).length;

/** Splits a block of text into sentences of at least three words. */
function sentencesOf(block: string): string[] {
  return block
    .replace(/^[\s#>*\-\d.|]+/, "")
    .split(/(?<=[.!?:;])\s+(?=[A-Z"'(])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordCount(sentence) >= 3);
}

/** Returns the sentences of Markdown, without code. A table cell is a block of its own. */
export function markdownSentences(text: string): string[] {
  const prose = text
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[*_]{1,3}/g, "");
  return prose
    .split(/\n\s*\n|\n(?=\s*[-*\d|#])/)
    .flatMap((block) => (block.trim().startsWith("|") ? block.split("|") : [block.replaceAll(/\s+/g, " ")]))
    .flatMap(sentencesOf);
}

/** Returns the sentences of the comments in TypeScript source. */
export function commentSentences(source: string): string[] {
  const comments = source.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\n)((?:[ \t]*\/\/[^\n]*\n?)+)/g);
  return [...comments]
    .map(([, block, lines]) => block ?? lines ?? "")
    .filter((comment) => !/oxlint|ts-expect|SPDX/.test(comment))
    .map((comment) => comment.replaceAll(/^[ \t]*(\*|\/\/)/gm, " "))
    .map((comment) =>
      comment
        .replaceAll(/`[^`]*`/g, "code")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .flatMap(sentencesOf);
}

const matches = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, text = ""]) => text);

const SOURCES: Record<Kind, { files: string[]; read: (text: string) => string[] }> = {
  docs: {
    files: ["{README,AGENTS,CONTRIBUTING}.md", "{docs,packages,devices,apps,deploy}/**/*.md"],
    read: markdownSentences,
  },
  comments: { files: ["{packages,devices,apps,e2e,attacks,bench,tools}/**/*.{ts,tsx,mjs}"], read: commentSentences },
  "console texts": {
    files: ["apps/web/src/**/*.{ts,tsx}"],
    read: (text) => matches(text, /\bt\(\s*"((?:[^"\\]|\\.)*)"/g).flatMap(sentencesOf),
  },
  "test titles": {
    files: ["{packages,devices,apps,e2e,attacks,tools}/**/*.test.{ts,tsx}"],
    read: (text) => matches(text, /\b(?:it|test)(?:\.\w+)*\(\s*["'`]([^"'`]+)/g),
  },
};

/** Upper limits of `npm run check`. The goal is 0.6 pronouns, 1 % clause openings, 10 % long sentences. */
const LIMITS: Record<Kind, Partial<ProseFigures>> = {
  docs: { pronounsPer100: 0.6, clauseOpeningsPercent: 1, longPercent: 10 },
  comments: { pronounsPer100: 0.6, clauseOpeningsPercent: 1 },
  "console texts": { pronounsPer100: 0.6, clauseOpeningsPercent: 1 },
  "test titles": { pronounsPer100: 0.6, medianWords: 8 },
};

/** Returns the figures of some sentences. */
export function proseFigures(sentences: readonly string[]): ProseFigures {
  const lengths = sentences.map(wordCount).toSorted((a, b) => a - b);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const percent = (isCounted: (sentence: string) => boolean) =>
    (100 * sentences.filter(isCounted).length) / Math.max(1, sentences.length);
  const pronouns = sentences.reduce((sum, sentence) => sum + (sentence.match(PRONOUN)?.length ?? 0), 0);
  return {
    sentences: sentences.length,
    medianWords: lengths[Math.floor(lengths.length / 2)] ?? 0,
    longPercent: percent((sentence) => wordCount(sentence) > LONG_WORDS),
    pronounsPer100: (100 * pronouns) / Math.max(1, words),
    clauseOpeningsPercent: percent((sentence) => CLAUSE_OPENING.test(sentence)),
  };
}

/** Returns a line for each figure of the repository's texts that exceeds its limit. */
export function proseProblems(): string[] {
  const isOurs = (file: string) => !/(^|\/)(node_modules|dist|fixtures)\//.test(file);
  return Object.entries(SOURCES).flatMap(([kind, { files, read }]) => {
    const sentences = globSync(files)
      .filter(isOurs)
      .flatMap((file) => read(readFileSync(file, "utf8")));
    const figures = proseFigures(sentences);
    const limits = Object.entries(LIMITS[kind as Kind]) as [keyof ProseFigures, number][];
    return limits
      .filter(([name, limit]) => figures[name] > limit)
      .map(
        ([name, limit]) => `${kind}: ${name} is ${figures[name].toFixed(2)}, at most ${limit} (CONTRIBUTING.md, Style)`,
      );
  });
}
