import { createContext } from "react";

/** Opens the palette of commands. */
export const PaletteContext = createContext<() => void>(() => undefined);
