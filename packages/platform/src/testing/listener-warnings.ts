import { onTestFinished } from "vitest";

/** Collects Node's warnings about too many listeners until the end of the test. */
export function watchListenerWarnings(): readonly string[] {
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => void (name === "MaxListenersExceededWarning" && warnings.push(message));
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  return warnings;
}
