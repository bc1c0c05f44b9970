import { createContext } from "react";

/** Opens the navigation sheet of narrow screens. */
export const NavigationContext = createContext<() => void>(() => undefined);
