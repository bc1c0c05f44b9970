import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: ((options: { type: "minor" }) => void) | undefined;

/**
 * Lets V8 collect what became garbage lately. Pixels read from a canvas lie outside of V8's heap and are not counted
 * there: left alone, a few hundred megabytes of them pile up before V8 sees a reason to collect. Takes under 1 ms.
 */
export function collectYoungGarbage(): void {
  collect ??= exposeCollector();
  collect({ type: "minor" });
}

function exposeCollector(): (options: { type: "minor" }) => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as (options: { type: "minor" }) => void;
}
