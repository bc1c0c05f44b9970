import { config } from "zod/v4";

export * from "zod/v4";
export * as z from "zod/v4";

// Stands in for "zod" in the browser (vite.config.ts). The content security policy forbids `eval`, which zod would
// otherwise probe for when a schema is made; here it knows before the first one is.
config({ jitless: true });
