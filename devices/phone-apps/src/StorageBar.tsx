import type { ReactElement } from "react";
import { ProgressBar } from "./ProgressBar.tsx";

/** Smallest used fraction of a nearly full storage. */
const NEARLY_FULL = 0.9;

/** Shows the used fraction of the storage. */
export function StorageBar({ usedBytes, limitBytes }: { usedBytes: number; limitBytes: number }): ReactElement {
  const part = limitBytes > 0 ? Math.max(0.01, usedBytes / limitBytes) : 1;
  return <ProgressBar id="storage_bar" part={part} warns={part >= NEARLY_FULL} />;
}
