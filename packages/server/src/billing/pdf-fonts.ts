import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { decompress } from "woff2-encoder";

interface FontPackage {
  name: string;
  /** How the names of its files end. */
  file: string;
  /** How much thicker than in the file its strokes are to be, in em. */
  thickerEm: number;
}

/** pdfkit's fontkit cannot embed other weights of a variable font than the first: for some the thin one. */
const variable = (thickerEm: number) => (script: string) => ({
  name: `@fontsource-variable/noto-sans-${script}`,
  file: "wght-normal.woff2",
  thickerEm,
});

/** In the order of preference. Each comes in a file per set of characters, which its unicode.json lists. */
const PACKAGES: readonly FontPackage[] = [
  { name: "@fontsource/roboto", file: "400-normal.woff", thickerEm: 0 },
  ...["arabic", "devanagari", "bengali", "tamil", "telugu", "thai", "armenian", "georgian"].map(variable(0)),
  ...["hebrew", "kr", "sc"].map(variable(0.045)),
];

/** Sets that list characters of which the fonts here have only few. */
const CLAIMS = new Set(["math", "symbols"]);

/** A file of a font with some of the characters. */
interface FontPart {
  /** Unique among all parts. */
  name: string;
  /** How wide a line around its letters makes them as thick as a regular font's, in em; 0 if they are. */
  thickerEm: number;
  /** A font that pdfkit can embed a subset of. */
  read(): Promise<Buffer>;
}

export interface TextRun {
  text: string;
  /** Undefined: no font that is installed has these characters. */
  part: FontPart | undefined;
}

/** A part, and the code points it is for: first and last of each range. */
interface Candidate {
  part: FontPart;
  ranges: ReadonlyArray<readonly [first: number, last: number]>;
}

let known: Promise<readonly Candidate[]> | undefined;

/**
 * Looks up which fonts are installed (an error if one is missing) and answers what cuts a text into runs of one font
 * each.
 */
export async function findFonts(): Promise<(text: string) => TextRun[]> {
  known ??= Promise.all(PACKAGES.map(listParts)).then((lists) => lists.flat());
  const candidates = await known;
  return (text) => {
    const runs: TextRun[] = [];
    for (const { segment } of new Intl.Segmenter().segment(text)) {
      const codePoints = Array.from(segment, (character) => character.codePointAt(0) ?? 0);
      const fitting = candidates.filter((candidate) => codePoints.every((codePoint) => covers(candidate, codePoint)));
      const last = runs.at(-1);
      const part = (fitting.find((candidate) => candidate.part === last?.part) ?? fitting[0])?.part;
      if (last && last.part === part) last.text += segment;
      else runs.push({ text: segment, part });
    }
    return runs;
  };
}

const covers = ({ ranges }: Candidate, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

async function listParts({ name, file, thickerEm }: FontPackage): Promise<Candidate[]> {
  const folder = path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
  const sets: Record<string, string> = JSON.parse(await readFile(path.join(folder, "unicode.json"), "utf8"));
  const ofScripts = Object.entries(sets).filter(([set]) => !CLAIMS.has(set));
  return ofScripts.map(([set, list]) => {
    // Numbered parts stand in brackets.
    const partName = `${path.basename(name)}-${set.replaceAll(/[[\]]/g, "")}-${file}`;
    const read = async () => {
      const bytes = await readFile(path.join(folder, "files", partName));
      // pdfkit reads WOFF 2.0, but leaves the glyphs out when it embeds some of them.
      return file.endsWith(".woff2") ? Buffer.from(await decompress(bytes)) : bytes;
    };
    return { part: { name: partName, thickerEm, read }, ranges: list.split(",").map(parseRange) };
  });
}

/** In CSS's words: U+131 or U+0-FF. */
function parseRange(range: string): [first: number, last: number] {
  const [first = "", last = first] = range.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
