import { pino } from "pino";
import { createApp, outboxFolder, type App } from "./app.ts";
import { WrongSecretError } from "./auth/verify-secret.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { DirectoryInUseError } from "./db/sqlite.ts";

/** After this long the process ends, whatever still hangs. */
const SHUTDOWN_LIMIT_MS = 5_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  // Logs on stderr as JSON lines; stdout has one line, for people.
  const log = pino(
    { level: config.logLevel, redact: ["req.headers", "*.authorization", "*.token"] },
    pino.destination({ fd: 2, sync: true }),
  );
  const app = await createApp(config, log);
  endOnSignal(app, log);
  let address: string;
  try {
    address = await app.listen();
  } catch (error) {
    // Devices that outlived an earlier server shall outlive this failed start too.
    await app.close({ keepDevices: true });
    throw error;
  }
  process.stdout.write(`${readyLine(config, address)}\n`);
}

function readyLine(config: Config, address: string): string {
  const { port, protocol } = new URL(address);
  const origin = config.publicUrl?.origin ?? (config.host === "127.0.0.1" ? `${protocol}//localhost:${port}` : address);
  const providers = [config.github && "GitHub", config.google && "Google"].filter(Boolean).join(" or ");
  const how = config.localIdentityProvider ? "sign in with any name (local sign-in)" : `sign in with ${providers}`;
  const mail = config.smtpUrl ? "" : ` E-mail goes to ${outboxFolder(config)}.`;
  return `Terrarium is ready at ${origin} — ${how}.${mail}`;
}

function endOnSignal(app: App, log: pino.Logger): void {
  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, "shutting down");
    setTimeout(() => {
      log.error("some requests did not end in time");
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", end).on("SIGTERM", end);
}

/** What a person can put right is said in one line; anything else comes with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DirectoryInUseError || error instanceof WrongSecretError)
    return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `PORT is in use by another program: stop it, or set PORT to another number (${error.message})`;
  }
  if (error instanceof Error && "code" in error && error.code === "EADDRNOTAVAIL")
    return `HOST is not an address of this machine (${error.message})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`terrarium: ${explain(error)}\n`);
  process.exit(1);
}
