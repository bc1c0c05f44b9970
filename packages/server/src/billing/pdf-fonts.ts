import { readFile } from "node:fs/promises";
import { fontParts, hasCharacter, notoSans, type NotoScript, ROBOTO } from "@terrarium/fonts/font-parts";
import { decompress } from "woff2-encoder";

interface FontPackage {
  name: string;
  /** Suffix of its file names. */
  file: string;
  /** Thickness to add to the file's strokes, in em. */
  thickerEm: number;
}

/** pdfkit's fontkit can embed only the first weight of a variable font, which is the thin one for some. */
const variable = (thickerEm: number, ...scripts: NotoScript[]) =>
  scripts.map((script) => ({ name: notoSans(script), file: "wght-normal.woff2", thickerEm }));

/** In order of preference. */
const PACKAGES: readonly FontPackage[] = [
  { name: ROBOTO, file: "400-normal.woff", thickerEm: 0 },
  ...variable(0, "arabic", "devanagari", "bengali", "tamil", "telugu", "thai", "armenian", "georgian"),
  ...variable(0.045, "hebrew", "kr", "sc"),
];

/** Subsets that list many characters without a glyph in these fonts. */
const CLAIMS = new Set(["math", "symbols"]);

/** A font file with a part of the characters. */
interface EmbeddedPart {
  /** Unique among all parts. */
  name: string;
  /** Width of an outline that makes its letters as thick as a regular font's, in em; 0 if they already are. */
  thickerEm: number;
  /** Returns a font that pdfkit can embed a subset of. */
  read(): Promise<Buffer>;
}

export interface TextRun {
  text: string;
  /** Undefined: no installed font has these characters. */
  part: EmbeddedPart | undefined;
}

/** A part, and whether it contains a character. */
interface Candidate {
  part: EmbeddedPart;
  has(codePoint: number): boolean;
}

let known: readonly Candidate[] | undefined;

/**
 * Finds the installed fonts (throws if one is missing). Returns a function that splits a text into runs of one font
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
      // pdfkit reads WOFF 2.0, but omits the glyphs when it embeds a subset.
      return file.endsWith(".woff2") ? Buffer.from(await decompress(bytes)) : bytes;
    };
    return {
      part: { name: `${part.name}-${file}`, thickerEm, read },
      has: (codePoint) => hasCharacter(part, codePoint),
    };
  });
}
