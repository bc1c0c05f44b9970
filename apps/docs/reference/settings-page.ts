import { z } from "zod";
import { ALL_PROVIDERS } from "../../../packages/device-providers/src/all-providers.ts";
import { Environment } from "../../../packages/server/src/environment.ts";
import { code, page, sentence, table } from "./markdown.ts";

/** Returns the page of the settings of a server. */
export function settingsPage(): string {
  const providers = ALL_PROVIDERS.map(
    ({ name, environment }) => `## Provider \`${name}\`\n\n${settingsTable(environment)}`,
  );
  return page(
    "Settings",
    "Settings of the server are environment variables. All are optional. An empty value counts as none. An invalid value stops the start with one line that names the variable. Settings marked *secret* can be in a file that the variable with `_FILE` at the end of its name names. The command line and the SDK have [their own](../guide/command-line.md#settings).",
    settingsTable(Environment),
    ...providers,
  );
}

const settingsTable = ({ shape }: z.ZodObject): string =>
  table(
    ["variable", "type", "default", "meaning"],
    Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
      const { description = "", form, usual, isSecret } = schema.meta() ?? {};
      const type = `${String(form ?? formOf(schema))}${isSecret === true ? ", *secret*" : ""}`;
      return [code(name), type, String(usual ?? defaultOf(schema)), sentence(description)];
    }),
  );

/** Returns the words that a setting accepts, or "text". */
function formOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return formOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum ? schema.options.map((word) => code(String(word))).join(", ") : "text";
}

function defaultOf(schema: z.ZodType): string {
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return value === undefined || value === "" ? "—" : code(String(value));
}
