/** One instruction of a classic BPF filter (linux/bpf_common.h), with labels as jump targets. */
export type FilterStep =
  | { load: number }
  | { if: "equal" | "atLeast" | "anyBitOf"; value: number; yes?: string; no?: string }
  | { answer: number }
  | { label: string };

const LOAD_WORD = 0x20;
const RETURN = 0x06;
const JUMPS = { equal: 0x15, atLeast: 0x35, anyBitOf: 0x45 } as const;
/** The jump offset is one byte. */
const FARTHEST_JUMP = 255;
const STEP_BYTES = 8;

/**
 * Assembles a filter as `struct sock_filter`s in this machine's byte order (little-endian on all machines of Node).
 * Throws a RangeError if a label is missing, too far, or behind the jump.
 */
export function assembleFilter(steps: readonly FilterStep[]): Buffer {
  const labels = new Map<string, number>();
  const coded = steps.filter((step) => {
    if (!("label" in step)) return true;
    labels.set(step.label, steps.slice(0, steps.indexOf(step)).filter((before) => !("label" in before)).length);
    return false;
  });
  const program = Buffer.alloc(coded.length * STEP_BYTES);
  const write = (index: number, code: number, value: number, skips: readonly [number, number] = [0, 0]) => {
    const at = index * STEP_BYTES;
    program.writeUInt16LE(code, at);
    program.writeUInt8(skips[0], at + 2);
    program.writeUInt8(skips[1], at + 3);
    program.writeUInt32LE(value >>> 0, at + 4);
  };
  const skipsTo = (index: number, label: string | undefined): number => {
    if (label === undefined) return 0;
    const skips = (labels.get(label) ?? -1) - index - 1;
    if (skips < 0 || skips > FARTHEST_JUMP) throw new RangeError(`step ${index} cannot jump to "${label}"`);
    return skips;
  };
  for (const [index, step] of coded.entries()) {
    if ("load" in step) write(index, LOAD_WORD, step.load);
    else if ("answer" in step) write(index, RETURN, step.answer);
    else if ("if" in step)
      write(index, JUMPS[step.if], step.value, [skipsTo(index, step.yes), skipsTo(index, step.no)]);
  }
  return program;
}
