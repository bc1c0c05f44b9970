import { cut } from "../screen/cut.ts";
import { ToolError } from "../tool-error.ts";

const NAME_CHARS = 300;

/** Returns the package with a name, from those that can be opened. Throws a ToolError that lists them. */
export function packageFor(name: string, installed: readonly string[]): string {
  // A name of several lines could look like a line of the tools.
  const packages = installed.filter((each) => each === cut(each, NAME_CHARS));
  const wanted = plain(name);
  const lastPart = (each: string) => plain(each.slice(each.lastIndexOf(".") + 1));
  const tests: readonly ((each: string) => boolean)[] = [
    (each) => each === name,
    (each) => lastPart(each) === wanted,
    (each) => lastPart(each).includes(wanted),
    (each) => plain(each).includes(wanted),
  ];
  for (const test of tests) {
    const found = packages.filter(test);
    if (found.length > 1)
      throw new ToolError(`several apps are called ${JSON.stringify(name)}: ${found.slice(0, 10).join(", ")}`);
    if (found[0] !== undefined) return found[0];
  }
  throw new ToolError(`no app is called ${JSON.stringify(name)}; there is ${packages.slice(0, 60).join(", ")}`);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
