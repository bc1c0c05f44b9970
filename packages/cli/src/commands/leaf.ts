import { type Command, Option } from "@commander-js/extra-typings";
import { FORMATS } from "../output/print.ts";

/** Adds a command with an action. Such commands share a set of options. */
export const leaf = <const Usage extends string>(parent: Command, nameAndArgs: Usage, description: string) =>
  parent
    .command(nameAndArgs)
    .description(description)
    .exitOverride()
    .option("--base-url <url>", "address of the server")
    .addOption(
      new Option("-o, --output <format>", "table for people, json for programs")
        .choices(FORMATS)
        .default("table" as const),
    );
