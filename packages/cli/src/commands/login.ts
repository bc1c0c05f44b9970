import type { Command } from "@commander-js/extra-typings";
import { EXIT, UsageError } from "../exit-codes.ts";
import { tell } from "../output/print.ts";
import { configPath, forgetConfig, writeConfig } from "../settings/config-file.ts";
import { connectTo, resolveBaseUrl } from "../settings/connect.ts";
import { readSecret } from "../settings/read-secret.ts";
import { leaf } from "./leaf.ts";

export function addLoginCommands(program: Command): void {
  leaf(program, "login", "keep an API key for a server, once it has accepted it").action(async (options) => {
    const baseUrl = await resolveBaseUrl(options.baseUrl);
    const apiKey = await readSecret(`API key for ${baseUrl} (API Keys in its console): `);
    if (apiKey === undefined) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    // Such a key fits into no header, so the server would not receive it.
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError("That is no API key; one begins with trm_");
    await connectTo(baseUrl, apiKey).boxes.list({ pageSize: 1 });
    await writeConfig({ baseUrl, apiKey });
    tell(`logged in to ${baseUrl}; the key is kept in ${configPath()}`);
  });
  leaf(program, "logout", "forget the key that is kept").action(async () => {
    await forgetConfig();
    tell(`forgot what ${configPath()} held`);
  });
}
