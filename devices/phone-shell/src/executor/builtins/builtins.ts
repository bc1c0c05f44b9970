import type { Builtin } from "../builtin.ts";
import { controlBuiltins, sourceBuiltin } from "./control-builtins.ts";
import { directoryBuiltins } from "./directory-builtins.ts";
import { JOB_BUILTINS } from "./job-builtins.ts";
import { nameBuiltins } from "./name-builtins.ts";
import { outputBuiltins } from "./output-builtins.ts";
import { readBuiltin } from "./read-builtin.ts";
import { settingBuiltins } from "./setting-builtins.ts";
import { variableBuiltins } from "./variable-builtins.ts";

/** Builtins that take precedence over functions and keep their assignments (POSIX 2.14). */
export const specialBuiltins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ...controlBuiltins,
    ...settingBuiltins,
    export: variableBuiltins["export"],
    readonly: variableBuiltins["readonly"],
    unset: variableBuiltins["unset"],
  }).filter((entry): entry is [string, Builtin] => entry[1] !== undefined),
);

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>(
  Object.entries({
    ...directoryBuiltins,
    ...JOB_BUILTINS,
    ...nameBuiltins,
    ...outputBuiltins,
    ...variableBuiltins,
    read: readBuiltin,
    source: sourceBuiltin,
  }),
);
