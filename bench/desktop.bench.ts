import type { Figure } from "./support/figure.ts";
import { measureStarts } from "./support/sandboxes.ts";

/** How soon a whole desktop answers ADB; nothing where none can be made. */
export const benchmark = (): Promise<Figure[]> => measureStarts("desktop", { memoryMb: 2048, runs: 7, goalMs: 400 });
