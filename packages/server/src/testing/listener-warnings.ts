import { onTestFinished } from "vitest";

/** What Node warns of from now on until the end of the test: emitters with more listeners than they are to have. */
export function watchListenerWarnings(): readonly string[] {
  const warnings: string[] = [];
  const note = ({ name, message }: Error) => void (name === "MaxListenersExceededWarning" && warnings.push(message));
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  return warnings;
}
