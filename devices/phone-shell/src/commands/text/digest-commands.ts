import { createHash } from "node:crypto";
import { FileError } from "@terrarium/device-files/file-error";
import type { Process, ShellCommand } from "../../process.ts";
import type { ByteSource } from "../../streams/byte-stream.ts";

const ALGORITHMS = {
  md5sum: "md5",
  sha1sum: "sha1",
  sha224sum: "sha224",
  sha256sum: "sha256",
  sha384sum: "sha384",
  sha512sum: "sha512",
} as const;

/** `md5sum` and the other digests (toybox md5sum.c). They read files of any size in pieces. */
export const digestCommands: readonly ShellCommand[] = Object.entries(ALGORITHMS).map(([name, algorithm]) => ({
  name,
  run: (process) => runDigest(process, algorithm),
}));

async function runDigest(process: Process, algorithm: string): Promise<number> {
  const flags = process.args.filter((arg) => /^-[a-z]+$/.test(arg)).join("");
  const paths = process.args.filter((arg) => !/^-[a-z]+$/.test(arg));
  if (flags.includes("c")) return check(process, algorithm, paths, flags.includes("s"));
  let exitCode = 0;
  for (const path of paths.length > 0 ? paths : ["-"]) {
    try {
      const digest = await digestOf(process, path, algorithm);
      await process.stdout.write(flags.includes("b") ? `${digest}\n` : `${digest}  ${path}\n`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await process.stderr.write(`${process.name}: ${path}: ${error.text}\n`);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function digestOf({ stdin, files }: Process, path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  const source: ByteSource = path === "-" ? stdin : await files.open(path);
  for await (const bytes of source) hash.update(bytes);
  if (path !== "-") source.close();
  return hash.digest("hex");
}

/** `-c`: compares the digests in lists with those of the files. */
async function check(process: Process, algorithm: string, lists: string[], silent: boolean): Promise<number> {
  let exitCode = 0;
  const complain = async (message: string) => {
    exitCode = 1;
    await process.stderr.write(`${process.name}: ${message}\n`);
  };
  for (const list of lists) {
    let count = 0;
    for (const line of (await process.files.readText(list)).replace(/\n$/, "").split("\n")) {
      const [, expected, path] = /^([0-9a-f]+) [ *](.+)$/.exec(line) ?? [];
      if (expected === undefined || path === undefined) {
        await complain(`bad line ${line}`);
        continue;
      }
      count += 1;
      const actual = await digestOf(process, path, algorithm).catch(async (error: unknown) => {
        if (!(error instanceof FileError)) throw error;
        await complain(`${path}: ${error.text}`);
        return "";
      });
      if (!silent) await process.stdout.write(`${path}: ${actual === expected ? "OK" : "FAILED"}\n`);
      if (actual !== expected) exitCode = 1;
    }
    if (count === 0) await complain(`${list}: no lines`);
  }
  return exitCode;
}
