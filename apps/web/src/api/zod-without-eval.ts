import { config } from "zod/v4/core";

// The content security policy forbids `eval`, which zod would otherwise probe for when a schema is made. Import this
// file before anything that imports the contract.
config({ jitless: true });
