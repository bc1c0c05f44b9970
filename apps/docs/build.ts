/** Writes the generated pages of docs/reference, and builds the site of docs/ and the files of /api/docs/ into apps/docs/dist, or into FOLDER. Usage: node apps/docs/build.ts [FOLDER] */
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "vitepress";
import { compressFolder } from "../web/compress.ts";
import { buildApiReference } from "./api-reference/build-api-reference.ts";
import { writeReferencePages } from "./reference/write-pages.ts";

const FOLDER = import.meta.dirname;
const TARGET = path.resolve(process.argv[2] ?? path.join(FOLDER, "dist"));
/** The site is complete before it replaces the previous one: a server may serve that. */
const OUTPUT = `${TARGET}.new`;

await writeReferencePages();
await build(FOLDER, { outDir: OUTPUT });
await buildApiReference(OUTPUT);
await compressFolder(OUTPUT);
rmSync(TARGET, { recursive: true, force: true });
renameSync(OUTPUT, TARGET);
