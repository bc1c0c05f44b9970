import { type Command, Option } from "@commander-js/extra-typings";
import { FORMATS } from "../output/print.ts";

/** A command that does something: it takes the options that all of these take. */
export const leaf = <const Usage extends string>(parent: Command, nameAndArgs: Usage, description: string) =>
  parent
    .command(nameAndArgs)
    .description(description)
    .exitOverride()
    .option("--base-url <url>", "the server")
    .addOption(
      new Option("-o, --output <format>", "for people or for programs").choices(FORMATS).default("table" as const),
    );
