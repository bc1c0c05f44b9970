import type { Command } from "@commander-js/extra-typings";
import { EXIT, UsageError } from "../exit-codes.ts";
import { tell } from "../output/print.ts";
import { configPath, forgetConfig, writeConfig } from "../settings/config-file.ts";
import { connectTo, resolveBaseUrl } from "../settings/connect.ts";
import { readSecret } from "../settings/read-secret.ts";
import { leaf } from "./leaf.ts";

export function addLoginCommands(program: Command): void {
  leaf(program, "login", "check and store an API key for a server").action(async (options) => {
    const baseUrl = await resolveBaseUrl(options.baseUrl);
    const apiKey = await readSecret(`API key for ${baseUrl} (API Keys in its console): `);
    if (apiKey === undefined) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    // Such a key fits into no header, so the server would not receive it.
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError("That is not an API key; API keys start with trm_");
    await connectTo(baseUrl, apiKey).boxes.list({ pageSize: 1 });
    await writeConfig({ baseUrl, apiKey });
    tell(`logged in to ${baseUrl}; the key is stored in ${configPath()}`);
  });
  leaf(program, "logout", "delete the stored key").action(async () => {
    await forgetConfig();
    tell(`deleted the key in ${configPath()}`);
  });
}
