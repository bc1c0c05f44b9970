import { ConfigError } from "@terrarium/platform/base/config-error";
import { isNoSpace } from "@terrarium/platform/disk/host-errors";
import { WrongSecretError } from "@terrarium/platform/secrets/open-secret-box";
import { startTracing, type Tracing } from "@terrarium/platform/telemetry/tracing";
import { pino } from "pino";
import { type AppParts, outboxFolder } from "./app-services.ts";
import { createApp, type App } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { watchUnownedFailures } from "./http/unowned-failures.ts";

/** Time after which the process ends, whatever still hangs. */
const SHUTDOWN_LIMIT_MS = 5_000;
/** Limit of buffered log lines. Without a reader, further lines are dropped. */
const MAX_UNWRITTEN_LOG_CHARS = 16_777_216;

async function start(parts: AppParts): Promise<void> {
  // Stdout may be closed or on a full disk.
  process.stdout.on("error", () => undefined);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const unownedFailures = { rejections: 0, exceptions: 0 };
  const tracing = config.traces && (await startTracing(config.traces, log));
  const app = await createApp(config, log, { ...parts, unownedFailures });
  endOnSignal(app, log, tracing);
  let address: string;
  try {
    address = await app.listen();
  } catch (error) {
    // Devices that outlived an earlier server must survive this failed start too.
    await app.close({ keepDevices: true });
    throw error;
  }
  // Node reports earlier failures and ends the start.
  watchUnownedFailures(unownedFailures, { log, end: () => process.exit(1) });
  process.stdout.write(`${readyLine(config, address)}\n`);
}

/**
 * Creates a log of JSON lines on stderr; stdout gets one line, for people. Lines are buffered while one is being
 * written, so that no request waits for the log. The buffer is written when the process ends, unless it is killed.
 */
function createLog(level: Config["logLevel"]): pino.Logger {
  const destination = pino.destination({ fd: 2, sync: false, maxLength: MAX_UNWRITTEN_LOG_CHARS });
  // A full disk or a missing reader: buffered lines are written later, up to the limit.
  destination.on("error", () => undefined);
  process.on("exit", () => flush(destination));
  return pino({ level, redact: ["req.headers", "*.authorization", "*.token"] }, destination);
}

function flush(destination: { flushSync(): void }): void {
  try {
    destination.flushSync();
  } catch {
    // There is no place left to report the failure.
  }
}

function readyLine(config: Config, address: string): string {
  const { port, protocol } = new URL(address);
  const own = config.host === "127.0.0.1" ? `${protocol}//localhost:${port}` : address;
  const where = config.publicUrl ? `${config.publicUrl.origin}, behind a proxy to ${own}` : own;
  const providers = [config.github && "GitHub", config.google && "Google"].filter(Boolean).join(" or ");
  const how = config.localIdentityProvider ? "sign in with any name (local sign-in)" : `sign in with ${providers}`;
  const mail = config.smtpUrl ? "" : ` E-mail goes to ${outboxFolder(config)}.`;
  return `Terrarium is ready at ${where} — ${how}.${mail}`;
}

function endOnSignal(app: App, log: pino.Logger, tracing: Tracing | undefined): void {
  let ending = false;
  const end = (cause: NodeJS.Signals | "taken over") => {
    if (ending) return;
    ending = true;
    log.info({ cause }, "shutting down");
    // Also keeps the process alive until everything has ended, because the pending work may not.
    setTimeout(() => {
      log.error("some requests did not finish in time");
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS);
    const isTaken = cause === "taken over";
    const close = async () => {
      await app.close({ keepDevices: isTaken });
      await tracing?.stop();
    };
    close().then(
      () => process.exit(isTaken ? 1 : 0),
      (error: unknown) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  void app.taken.then(() => end("taken over"));
}

/** Returns one line for failures that the operator can fix, and the stack for all others. */
function explain(error: unknown): string {
  // For a data directory that cannot be locked, it is the cause.
  if (isNoSpace(error) || (error instanceof Error && isNoSpace(error.cause)))
    return `TERRARIUM_DATA_DIR is on a full disk, and there is no room for what a start needs: free some megabytes (${String(error)})`;
  if (error instanceof ConfigError || error instanceof WrongSecretError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs the server with the environment's settings until a signal ends it. Reports a failed start in one line. */
export async function runServer(parts: AppParts = {}): Promise<void> {
  try {
    await start(parts);
  } catch (error) {
    process.stderr.write(`terrarium: ${explain(error)}\n`);
    process.exit(1);
  }
}
