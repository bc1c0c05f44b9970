import type { Process, ShellCommand } from "../../process.ts";
import { linesWithEnds, type ByteSink } from "../../streams/byte-stream.ts";
import { eachFile, eachPath } from "../each-file.ts";
import { parseOptions } from "../options.ts";

async function runCat(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "uvtenbsA" });
  const numbered = options.has("n") || options.has("b");
  const visible = options.has("v") || options.has("t") || options.has("e") || options.has("A");
  if (!numbered && !visible && !options.has("s")) {
    return eachFile(process, options.operands, async (source) => {
      for await (const bytes of source) await process.stdout.write(bytes);
    });
  }
  let number = 0;
  let blank = false;
  return eachFile(process, options.operands, async (source) => {
    for await (const { text, ended } of linesWithEnds(source)) {
      if (options.has("s") && blank && text === "") continue;
      blank = text === "";
      const shown = visible ? showControls(text, options.has("t") || options.has("A")) : text;
      const head = numbered && !(options.has("b") && text === "") ? `${String((number += 1)).padStart(6)}\t` : "";
      const tail = options.has("e") || options.has("A") ? "$" : "";
      await process.stdout.write(Buffer.from(head + shown + (ended ? `${tail}\n` : ""), "latin1"));
    }
  });
}

function showControls(text: string, tabs: boolean): string {
  return text.replace(/[^ -~]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code === 9 && !tabs) return character;
    const low = code & 0x7f;
    const plain = low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? "^?" : String.fromCharCode(low);
    return code > 127 ? `M-${plain}` : plain;
  });
}

async function runTee(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "ai" });
  if (options.has("i")) process.onSignal("INT", () => undefined);
  const sinks: ByteSink[] = [];
  const exitCode = await eachPath(process, options.operands, async (path) => {
    sinks.push(await process.files.create(path, options.has("a") ? "append" : "replace"));
  });
  for await (const bytes of process.stdin) {
    await process.stdout.write(bytes);
    for (const sink of sinks) await sink.write(bytes);
  }
  for (const sink of sinks) await sink.close();
  return exitCode;
}

export const CAT_COMMANDS: readonly ShellCommand[] = [
  { name: "cat", run: runCat },
  { name: "tee", run: runTee },
];
