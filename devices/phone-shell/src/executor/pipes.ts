import { BrokenPipeError, sourceOf, type CollectingSink } from "../streams/byte-stream.ts";
import { Descriptor } from "../streams/descriptor.ts";
import type { Pipe } from "../streams/pipe.ts";
import type { Shell } from "./shell.ts";
import { simpleText, type PipelineNode } from "./syntax-tree.ts";

/** Makes a sink fail as a closed pipe does when a substitution's output exceeds its limit. This ends the writer. */
export function overflowing(sink: CollectingSink): CollectingSink {
  const write = sink.write.bind(sink);
  sink.write = (data) =>
    write(data).catch(() => {
      throw new BrokenPipeError();
    });
  return sink;
}

/** Connects a process of a pipeline to its pipes. */
export function connectPipes(
  shell: Shell,
  input: Pipe | undefined,
  output: Pipe | undefined,
  errorsToo: boolean,
  background: boolean,
): void {
  const { fds } = shell;
  if (input) void fds.replace(0, new Descriptor({ source: input.source }))?.release();
  // A background command does not read the script's input.
  else if (background && shell.task.groupId === shell.shellPid)
    void fds.replace(0, new Descriptor({ source: sourceOf("") }))?.release();
  if (!output) return;
  const descriptor = new Descriptor({ sink: output });
  void fds.replace(1, descriptor)?.release();
  if (errorsToo) void fds.replace(2, descriptor.hold())?.release();
}

export function pipelineText(node: PipelineNode): string {
  return node.commands.map((command) => (command.type === "SimpleCommand" ? simpleText(command) : "…")).join(" | ");
}
