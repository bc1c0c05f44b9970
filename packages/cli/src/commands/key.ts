import { type Command, Option } from "@commander-js/extra-typings";
import { type ApiKey, createAnApiKey, deleteAnApiKey, getAllApiKey, rotateAnApiKey } from "@terrarium/contract/api-key";
import { getMyOrganizationList } from "@terrarium/contract/organization";
import { SCOPES } from "@terrarium/contract/scope";
import { UsageError } from "../exit-codes.ts";
import { printOne, printRows, tell } from "../output/print.ts";
import type { Column } from "../output/table.ts";
import { connect, type Connection } from "../settings/connect.ts";
import { readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

const COLUMNS: Column<ApiKey>[] = [
  { title: "ID", value: ({ id }) => id },
  { title: "NAME", value: ({ name }) => name },
  { title: "SCOPE", value: ({ scope }) => scope },
  { title: "EXPIRES", value: ({ expiresAt }) => expiresAt },
  { title: "LAST USED", value: ({ lastUsedAt }) => lastUsedAt },
];
const WITH_SECRET: Column<ApiKey>[] = [...COLUMNS, { title: "KEY", value: ({ key }) => key }];

/** Returns the id of the named team, or of the user's first team. */
async function teamOf({ http }: Connection, team: string | undefined): Promise<string> {
  const teams = await http.call(getMyOrganizationList, {});
  const meant = team === undefined ? teams[0] : teams.find(({ id, name }) => id === team || name === team);
  if (!meant) throw new UsageError(team === undefined ? "You have no team yet" : `You belong to no team "${team}"`);
  return meant.id;
}

const keyLeaf = <const Usage extends string>(parent: Command, nameAndArgs: Usage, description: string) =>
  leaf(parent, nameAndArgs, description).option("--team <team>", "id or name; default: your first");

export function addKeyCommands(program: Command): void {
  const key = program
    .command("key")
    .description("API keys of a team. Requires a session token as TERRARIUM_API_KEY: keys cannot create keys");
  keyLeaf(key, "list", "list the keys of a team").action(async (options) => {
    const connection = await connect(options);
    const organizationId = await teamOf(connection, options.team);
    printRows(options.output, COLUMNS, await connection.http.call(getAllApiKey, { body: { organizationId } }));
  });
  keyLeaf(key, "create <name>", "create a key")
    .addOption(new Option("--scope <scope>", "rights of the key").choices(SCOPES).default("manage" as const))
    .option("--expires-in <duration>", 'lifetime, such as "720h"', readDuration)
    .action(async (name, options) => {
      const connection = await connect(options);
      const organizationId = await teamOf(connection, options.team);
      const { scope, expiresIn } = options;
      const body = { organizationId, name, scope, ...(expiresIn === undefined ? {} : { expiresIn }) };
      printOne(options.output, WITH_SECRET, await connection.http.call(createAnApiKey, { body }));
    });
  keyLeaf(key, "rotate <id>", "replace a key's secret")
    .option(
      "--old-secret-for <duration>",
      'time for which the old secret still works, such as "24h"; default: none',
      readDuration,
    )
    .action(async (apiKeyId, options) => {
      const connection = await connect(options);
      const organizationId = await teamOf(connection, options.team);
      const { oldSecretFor } = options;
      const body = { organizationId, apiKeyId, ...(oldSecretFor === undefined ? {} : { oldSecretFor }) };
      printOne(options.output, WITH_SECRET, await connection.http.call(rotateAnApiKey, { body }));
    });
  keyLeaf(key, "delete <id>", "delete a key; it stops working at once").action(async (apiKeyId, options) => {
    const connection = await connect(options);
    const organizationId = await teamOf(connection, options.team);
    await connection.http.call(deleteAnApiKey, { body: { organizationId, apiKeyId } });
    tell(`deleted ${apiKeyId}`);
  });
}
