import { readFile } from "node:fs/promises";
import { fontParts, hasCharacter, notoSans, type NotoScript, ROBOTO } from "@terrarium/fonts/font-parts";
import { decompress } from "woff2-encoder";

interface FontPackage {
  name: string;
  /** How the names of its files end. */
  file: string;
  /** How much thicker than in the file its strokes are to be, in em. */
  thickerEm: number;
}

/** pdfkit's fontkit cannot embed other weights of a variable font than the first: for some the thin one. */
const variable = (thickerEm: number, ...scripts: NotoScript[]) =>
  scripts.map((script) => ({ name: notoSans(script), file: "wght-normal.woff2", thickerEm }));

/** In the order of preference. */
const PACKAGES: readonly FontPackage[] = [
  { name: ROBOTO, file: "400-normal.woff", thickerEm: 0 },
  ...variable(0, "arabic", "devanagari", "bengali", "tamil", "telugu", "thai", "armenian", "georgian"),
  ...variable(0.045, "hebrew", "kr", "sc"),
];

/** Sets that list characters of which the fonts here have only few. */
const CLAIMS = new Set(["math", "symbols"]);

/** A file of a font with some of the characters. */
interface EmbeddedPart {
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
  part: EmbeddedPart | undefined;
}

/** A part, and whether it is for a character. */
interface Candidate {
  part: EmbeddedPart;
  has(codePoint: number): boolean;
}

let known: readonly Candidate[] | undefined;

/**
 * Looks up which fonts are installed (an error if one is missing) and answers what cuts a text into runs of one font
 * each.
 */
export function findFonts(): (text: string) => TextRun[] {
  const candidates = (known ??= PACKAGES.flatMap(listParts));
  return (text) => {
    const runs: TextRun[] = [];
    for (const { segment } of new Intl.Segmenter().segment(text)) {
      const codePoints = Array.from(segment, (character) => character.codePointAt(0) ?? 0);
      const fitting = candidates.filter((candidate) => codePoints.every((codePoint) => candidate.has(codePoint)));
      const last = runs.at(-1);
      const part = (fitting.find((candidate) => candidate.part === last?.part) ?? fitting[0])?.part;
      if (last && last.part === part) last.text += segment;
      else runs.push({ text: segment, part });
    }
    return runs;
  };
}

function listParts({ name, file, thickerEm }: FontPackage): Candidate[] {
  const ofScripts = fontParts(name).filter(({ set }) => !CLAIMS.has(set));
  return ofScripts.map((part) => {
    const read = async () => {
      const bytes = await readFile(part.path(file));
      // pdfkit reads WOFF 2.0, but leaves the glyphs out when it embeds some of them.
      return file.endsWith(".woff2") ? Buffer.from(await decompress(bytes)) : bytes;
    };
    return {
      part: { name: `${part.name}-${file}`, thickerEm, read },
      has: (codePoint) => hasCharacter(part, codePoint),
    };
  });
}
