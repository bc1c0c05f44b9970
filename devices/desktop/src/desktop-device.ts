import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AdbDaemon, MAX_ADB_CONNECTIONS } from "@terrarium/adb-device/daemon/adb-daemon";
import { readAuthorizedKeys } from "@terrarium/adb-device/daemon/authorized-keys";
import type { Log } from "@terrarium/adb-device/ports/log";
import { startScrcpyServer } from "@terrarium/adb-device/scrcpy/scrcpy-server";
import { chooseEncoder } from "@terrarium/adb-device/video/encoder/choose-encoder";
import { parsePublicKeys, type AdbPublicKey } from "@terrarium/adb/public-key";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { startCommandServer } from "./commands/command-server.ts";
import type { Command } from "./commands/command.ts";
import { DeviceLog } from "./commands/device-log.ts";
import { getprop } from "./commands/getprop.ts";
import type { PageWish } from "./commands/open-page.ts";
import { proxyCommand } from "./commands/proxy.ts";
import { settings } from "./commands/settings.ts";
import { Turns } from "./commands/turns.ts";
import { currentEgressProxy } from "./current-egress-proxy.ts";
import { linuxFiles } from "./files/linux-files.ts";
import type { Listen, MainOptions, StandbyOptions } from "./main-options.ts";
import { startEgressRelay } from "./network/egress-relay.ts";
import { keepProxy, type KeptProxy } from "./network/kept-proxy.ts";
import { deviceProperties, modelOf } from "./properties.ts";
import type { DesktopSession, DesktopSessionOptions } from "./session/desktop-session.ts";
import { LinuxShell } from "./shell/linux-shell.ts";
import { endProcesses } from "./shell/process-end.ts";
import { loadPty } from "./shell/pty-process.ts";
import { LinuxSockets } from "./sockets/linux-sockets.ts";

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** Environment variable that marks the device's processes. */
const MARK_NAME = "TERRARIUM_DEVICE";
/** Time limit for closing, in milliseconds. The server kills the device soon after. */
export const END_WITHIN_MS = 4_500;
/** Share of that limit for programs on the screen, such as a browser that stores a login. */
const CLOSE_WITHIN_MS = END_WITHIN_MS - 500;
/** An X server starts slowly on a busy machine. */
const SCREEN_WITHIN_MS = 60_000;

/** Clients' access to a device. */
interface Access extends Pick<MainOptions, "adbPublicKey" | "adbKeysFile"> {
  listen: Exclude<Listen, { ipc: true }> | { server: Server };
}

export interface DesktopDevice {
  /** Sets the keys that may connect. Throws if the text is not a key. */
  allow(adbPublicKeys: string): void;
  /** Prepares shells and screen clients, which otherwise wait for it. Rejects if that fails. */
  prepare(): Promise<void>;
  /**
   * Accepts clients, and calls `prepare` when the first has disconnected. Resolves with the port, 0 without one. Throws
   * if the key is invalid.
   */
  open(access: Access): Promise<number>;
  /** Ends all activity of the device and every process that started in it. */
  close(): Promise<void>;
}

/**
 * Starts a device without accepting clients. A screen, if the kind includes one, starts in the background; dependents
 * wait for it. Calls `onBroken` when no X server can be started, now or later: there is no further attempt.
 */
export async function startDesktopDevice(
  options: StandbyOptions,
  hostLog: Log,
  onBroken: (error: unknown) => void,
): Promise<DesktopDevice> {
  const { kind, home, userName, alone } = options;
  const deviceLog = new DeviceLog();
  const log = deviceLog.through(hostLog);
  const id = randomBytes(8).toString("hex");
  const folder = await mkdtemp(join(tmpdir(), "terrarium-"));
  // A mounted volume may be empty.
  await mkdir(home, { recursive: true, mode: 0o700 });
  const egressProxy = await currentEgressProxy(options);
  const egress = egressProxy === undefined ? undefined : await startEgressRelay(egressProxy);
  const proxy = egress && (await keepProxy(home, egress, log));
  const environment = (): Record<string, string> => ({
    HOME: home,
    USER: userName,
    LOGNAME: userName,
    SHELL: "/bin/bash",
    // Everyone can use the Node that runs this: it runs TypeScript, unlike a distribution's Node perhaps.
    PATH: [join(folder, "bin"), dirname(process.execPath), SYSTEM_PATH].join(":"),
    LANG: "C.UTF-8",
    TMPDIR: tmpdir(),
    XDG_RUNTIME_DIR: process.env["XDG_RUNTIME_DIR"] ?? folder,
    ...egress?.environment,
    [MARK_NAME]: id,
  });
  const session =
    kind === "linux"
      ? undefined
      : await makeSession({
          ...options,
          folder,
          environment,
          proxy: egress?.environment["http_proxy"],
          log,
          closeBrowser: async (port) => (await import("./tree/browser/dev-tools.ts")).closeBrowser(port),
          onLost: () => {
            log("the screen's server ended");
            // The server may end during the start. The start finishes first.
            const starting = started;
            void starting.then(() => (starting === started ? reboot() : undefined));
          },
        });
  let ownCommands: ReadonlySet<string> = new Set();
  const startCommands = async () => {
    const own = { ...(await deviceCommands(options, deviceLog, environment, session)), ...proxyCommands(proxy) };
    ownCommands = new Set(Object.keys(own));
    return startCommandServer(join(folder, "bin"), own, log);
  };
  let commands: ReturnType<typeof startCommands> | undefined;
  const prepare = async () => void (await (commands ??= startCommands()));
  const devTools = `tcp:${options.devToolsPort}`;
  const sockets = new LinuxSockets(
    new Map([["localabstract:chrome_devtools_remote", devTools]]),
    session && new Map([[devTools, () => session.browser.openForClient()]]),
  );
  let readKeys = async (): Promise<readonly AdbPublicKey[]> => [];
  const allow = (adbPublicKeys: string) => {
    const keys = requireKey(adbPublicKeys);
    readKeys = async () => keys;
  };
  const openEncoder = chooseEncoder(options.screenEncoder, log);
  const daemon = new AdbDaemon({
    device: {
      identity: () => ({ product: `terrarium_${kind}`, model: modelOf(options), device: kind }),
      screen: async () => {
        if (!session) throw new Error("this device has no screen");
        await started;
        return session.screen;
      },
      allowsRoot: false,
      rootChanged: () => undefined,
      reboot: () => reboot(),
    },
    sockets,
    files: linuxFiles,
    shell: new LinuxShell({
      home,
      note: deviceLog.note,
      ownCommands: () => ownCommands,
      environment: async () => {
        await Promise.all([prepare(), started]);
        return { ...environment(), ...session?.environment };
      },
    }),
    startScrcpyServer: (serverOptions) => startScrcpyServer({ ...serverOptions, openEncoder }),
    authorizedKeys: () => readKeys(),
    log,
  });
  const end = () => endProcesses({ all: alone, mark: `${MARK_NAME}=${id}` });
  let closed = false;
  let rebooting: Promise<void> | undefined;
  const startScreen = async () => session && startWithin(SCREEN_WITHIN_MS, session).catch(onBroken);
  /** Resolves when the screen is ready, or failed, or the kind has none. Dependents await it. */
  let started = startScreen();
  /** Ends everything, including client connections, and starts again. Calls during a reboot share its result. */
  const reboot = () => {
    rebooting ??= started.then(restart).finally(() => (rebooting = undefined));
    started = rebooting;
    return rebooting;
  };
  const restart = async () => {
    if (closed) return;
    log("rebooting");
    daemon.restart();
    await session?.stop();
    await end();
    await startScreen();
  };
  const prepareAll = async () => {
    loadPty();
    await Promise.all([prepare(), started]);
  };
  return {
    allow,
    prepare: prepareAll,
    async open({ adbPublicKey = "", adbKeysFile, listen }) {
      if (adbKeysFile === undefined) allow(adbPublicKey);
      else readKeys = () => readAuthorizedKeys([adbKeysFile], log);
      const server = "server" in listen ? listen.server : await listenOn(listen);
      const prepareSoon = () => closed || void prepareAll().catch(onBroken);
      // The first connection is the starter's health check. Nothing else runs until it closes.
      server.once("connection", (looking) => looking.once("close", prepareSoon));
      return daemon.adopt(server);
    },
    async close() {
      closed = true;
      egress?.close();
      sockets.close();
      await Promise.all([
        daemon.close(),
        started.then(() => session?.stop(CLOSE_WITHIN_MS)),
        commands?.then(
          (server) => server.close(),
          () => undefined,
        ),
      ]);
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Screen modules are loaded on demand: a device without a screen starts faster. */
async function makeSession(options: DesktopSessionOptions): Promise<DesktopSession> {
  const { DesktopSession } = await import("./session/desktop-session.ts");
  return new DesktopSession(options);
}

/** Without outbound network access there is no traffic to proxy, and therefore no command. */
const proxyCommands = (proxy: KeptProxy | undefined): Record<string, Command> =>
  proxy ? { proxy: proxyCommand(proxy) } : {};

/** Rejects when the session does, or after a timeout. */
async function startWithin(timeMs: number, session: DesktopSession): Promise<void> {
  const over = new AbortController();
  const late = sleep(timeMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no X server accepted a connection within ${timeMs / 1000} s`);
  });
  try {
    await Promise.race([session.start(), late]);
  } finally {
    over.abort();
  }
}

/** Returns the commands added to the path besides the system's own. */
async function deviceCommands(
  options: StandbyOptions,
  deviceLog: DeviceLog,
  environment: () => Record<string, string>,
  session: DesktopSession | undefined,
): Promise<Record<string, Command>> {
  const properties = deviceProperties(options);
  const commands = { getprop: getprop(() => properties), logcat: deviceLog.logcat, settings: settings() };
  if (!session) return commands;
  const [
    { browse },
    { openPage },
    { browser },
    { screenCommands },
    { uiautomator },
    { frontPageTakesInput, pageAsks, readScreenTree },
    { launch },
    { pageMarkdown },
    { pageSet },
    { pageUpload },
  ] = await Promise.all([
    import("./commands/browse.ts"),
    import("./commands/open-page.ts"),
    import("./commands/browser.ts"),
    import("./commands/screen-commands.ts"),
    import("./commands/uiautomator.ts"),
    import("./tree/screen-tree.ts"),
    import("./commands/launch.ts"),
    import("./commands/page-markdown.ts"),
    import("./commands/page-set.ts"),
    import("./commands/page-upload.ts"),
  ]);
  const turns = new Turns();
  const { devToolsPort: port } = options;
  const open = (wish: PageWish) => openPage({ kept: session.browser, port, asks: () => pageAsks(session) }, wish);
  return {
    ...commands,
    browse: browse(session.browser, open),
    browser: browser(session.browser),
    ...screenCommands(
      () => session.screen,
      () => frontPageTakesInput(options, session),
    ),
    launch: launch({
      ...options,
      openPage: open,
      screen: () => session.screen,
      environment: () => ({ ...environment(), ...session.environment }),
    }),
    "page-markdown": pageMarkdown(port, turns),
    "page-set": pageSet(port, turns),
    "page-upload": pageUpload({
      port,
      home: options.home,
      screen: () => session.screen,
      turns,
    }),
    uiautomator: uiautomator(() => readScreenTree(options, session), turns),
  };
}

function requireKey(text: string): readonly AdbPublicKey[] {
  const { keys, errors } = parsePublicKeys(text);
  if (keys.length === 0)
    throw new Error(`its option adbPublicKey is not an ADB key: ${errors.join("; ") || "it is empty"}`);
  return keys;
}

function listenOn(where: { fd: number } | { host: string; port: number }): Promise<Server> {
  const server = createSocketServer({ maxConnections: MAX_ADB_CONNECTIONS });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => resolve(server));
  });
}
