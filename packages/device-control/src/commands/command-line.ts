import path from "node:path";
import type { BoxCode, BoxCommand, CodeLanguage } from "@terrarium/contract/box-commands";
import { AppError } from "@terrarium/platform/base/app-error";
import { shellQuote } from "../device/shell-quote.ts";

/** Defaults of a sandbox's commands. */
export interface CommandBase {
  envs: Record<string, string>;
  workingDir: string;
}

/** Returns a line for the device's shell that sets variables and folder, then runs the line or the words. */
export function commandLine(base: CommandBase, request: Pick<BoxCommand, "command" | "envs" | "workingDir">): string {
  const { command, envs, workingDir } = request;
  const folder = path.posix.resolve("/", base.workingDir, workingDir ?? "");
  const exported = Object.entries({ ...base.envs, ...envs }).map(
    ([name, value]) => `export ${name}=${shellQuote(value)}`,
  );
  const line = typeof command === "string" ? command : command.map(shellQuote).join(" ");
  return [...exported, `cd ${shellQuote(folder)} || exit 1`, line].join("\n");
}

/** Interpreters of each language, in order of preference, with their form of code and arguments. */
const INTERPRETERS = {
  bash: { programs: ["bash", "sh"], words: (program, { code, argv }) => [program, "-c", code, program, ...argv] },
  python: { programs: ["python3", "python"], words: (program, { code, argv }) => [program, "-c", code, ...argv] },
  typescript: {
    programs: ["node"],
    words: (program, { code, argv }) => [program, "--input-type=module-typescript", "--eval", code, "--", ...argv],
  },
} as const satisfies Record<
  CodeLanguage,
  { programs: readonly string[]; words: (program: string, code: Pick<BoxCode, "code" | "argv">) => string[] }
>;

const programs = Object.values(INTERPRETERS).flatMap(({ programs }) => programs);
/** Prints the path of each interpreter on a device. */
export const FIND_INTERPRETERS = `for i in ${programs.join(" ")}; do command -v $i; done; true`;

/** Returns the words that run a script, by the output of `FIND_INTERPRETERS`. Throws AppError not_possible. */
export function codeWords(found: string, request: Pick<BoxCode, "code" | "argv" | "language">): string[] {
  const has = new Map(found.split("\n").map((file) => [path.posix.basename(file.trim()), file.trim()]));
  const { programs, words } = INTERPRETERS[request.language];
  const program = programs.find((name) => has.has(name));
  if (program !== undefined) return words(has.get(program) ?? program, request);
  const languages = Object.entries(INTERPRETERS).filter(([, each]) => each.programs.some((name) => has.has(name)));
  throw new AppError("not_possible", {
    what: `Code in ${request.language}`,
    detail: `the device lacks it; it has ${languages.map(([name]) => name).join(", ") || "no language"}`,
  });
}
