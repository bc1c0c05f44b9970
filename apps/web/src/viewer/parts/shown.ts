import { createContext, use } from "react";

/**
 * Whether a view is in sight. One that was looked at once goes on out of sight, so that a shell keeps its session and an
 * upload reaches its end; but it watches nothing there, and asks for nothing again and again.
 */
export const ShownContext = createContext(true);
export const useIsShown = (): boolean => use(ShownContext);
