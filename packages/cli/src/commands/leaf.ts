import { type Command, Option } from "@commander-js/extra-typings";
import { FORMATS } from "../output/print.ts";

/** Adds a command with an action. Such commands share a set of options. */
export const leaf = <const Usage extends string>(parent: Command, nameAndArgs: Usage, description: string) =>
  parent
    .command(nameAndArgs)
    .description(description)
    .exitOverride()
    .option("--base-url <url>", "the server")
    .addOption(
      new Option("-o, --output <format>", "for people or for programs").choices(FORMATS).default("table" as const),
    );
