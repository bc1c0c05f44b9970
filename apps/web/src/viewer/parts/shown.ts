import { createContext, use } from "react";

/**
 * Whether a view is visible. A hidden view stays mounted, so that a shell keeps its session and an upload finishes. It
 * does not watch or poll anything.
 */
export const ShownContext = createContext(true);
export const useIsShown = (): boolean => use(ShownContext);
