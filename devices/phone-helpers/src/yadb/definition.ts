import type { HelperDefinition } from "../host/helper-definition.ts";

/** The program of github.com/ysbing/YADB, which Midscene uses. */
export const yadb: HelperDefinition = {
  classes: { "com.ysbing.yadb.Main": async () => (await import("./run-yadb.ts")).runYadb },
};
