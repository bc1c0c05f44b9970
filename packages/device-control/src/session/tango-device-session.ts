import type { Duplex, Readable } from "node:stream";
import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Slots } from "@terrarium/platform/base/slots";
import type { AdbConnection } from "../adb/adb-connection.ts";
import { endsWithCaller, readScreen, runCommand, streamCommand, takeScreenshot } from "../adb/commands.ts";
import { openDeviceSocket } from "../adb/device-socket.ts";
import { listFiles, readFile, statFile, writeFile } from "../adb/files.ts";
import { openShell, type TangoShell } from "../adb/shell.ts";
import type {
  CommandResult,
  DeviceSession,
  Pixels,
  ScreenSubscription,
  ScreenViewer,
  SessionEnd,
  ShellSession,
  StreamedCommand,
} from "../device/device-session.ts";
import { sessionFailure } from "../device/session-failure.ts";
import { isPlainText } from "../input/text-input.ts";
import { ScreenFanout } from "../screen/screen-fanout.ts";
import { createScreenSource, type ScreenSourceParts } from "../screen/screen-source.ts";
import { isVirtualPhone, typeByClipboard, typeByInput } from "./android-device.ts";
import { deviceBusy, type WorkQueue } from "./work-queue.ts";

const LOG_COMMAND = "logcat -v threadtime";
/** Terminal of the log, so that the log program ends with it. */
const LOG_TERMINAL = { rows: 24, columns: 200 };

/** ENOSPC, as Linux and Android word it. */
const NO_SPACE = /No space left on device/;
const isOutOfSpace = (error: unknown): boolean =>
  error instanceof AppError && error.code === "file_refused" && NO_SPACE.test(error.message);

/** Parts that all sessions share: common limits, and the screen settings. */
export interface SharedParts extends Pick<ScreenSourceParts, "scrcpyServer" | "log"> {
  work: WorkQueue;
  /** Slots by sandbox. */
  transfers: Slots;
  /** Slots by sandbox. */
  commands: Slots;
  /** Slots by sandbox. */
  deviceSockets: Slots;
  /** Throws disk_full while the server's disk is full. */
  requireSpare: () => void;
}

/** A device session over one ADB connection; it ends with the connection. */
export class TangoDeviceSession implements DeviceSession {
  readonly #sandboxId: string;
  readonly #connection: AdbConnection;
  readonly #work: WorkQueue;
  readonly #transfers: Slots;
  readonly #commands: Slots;
  readonly #deviceSockets: Slots;
  readonly #requireSpare: () => void;
  readonly #screen: ScreenFanout;
  readonly #shells = new Set<TangoShell>();
  readonly #openSockets = new Set<Duplex>();
  /** Rejects pending work, because Tango never settles some promises when the connection breaks. */
  readonly #underWay = new Set<(error: Error) => void>();
  #end: SessionEnd | undefined;
  #isVirtual: Promise<boolean> | undefined;

  constructor(
    sandboxId: string,
    connection: AdbConnection,
    { work, transfers, commands, deviceSockets, scrcpyServer, requireSpare, log }: SharedParts,
  ) {
    this.#sandboxId = sandboxId;
    this.#connection = connection;
    this.#work = work;
    this.#transfers = transfers;
    this.#commands = commands;
    this.#deviceSockets = deviceSockets;
    this.#requireSpare = requireSpare;
    const hasBuiltInServer = () => this.#askWhetherVirtual();
    this.#screen = new ScreenFanout(createScreenSource({ connection, hasBuiltInServer, scrcpyServer, log }));
  }

  run(command: string, options: { timeoutMs?: number } = {}): Promise<CommandResult> {
    return this.#inTurn(() => runCommand(this.#connection.adb, command, options.timeoutMs));
  }

  async stream(command: string, how: StreamedCommand): Promise<number> {
    const release = this.#takeSlot(this.#commands);
    try {
      const line = (await this.isVirtual()) ? command : endsWithCaller(command);
      return await this.#guard(() => streamCommand(this.#connection.adb, line, how));
    } finally {
      release();
    }
  }

  isVirtual(): Promise<boolean> {
    return this.#guard(() => this.#askWhetherVirtual());
  }

  typeText(text: string): Promise<void> {
    return this.#inTurn(async () => {
      if (isPlainText(text) || (await this.#askWhetherVirtual())) await typeByInput(this.#connection.adb, text);
      else await typeByClipboard({ sandboxId: this.#sandboxId, session: this }, text);
    });
  }

  /** Queried once, and again after a failure. */
  #askWhetherVirtual(): Promise<boolean> {
    this.#isVirtual ??= isVirtualPhone(this.#connection.adb);
    this.#isVirtual.catch(() => (this.#isVirtual = undefined));
    return this.#isVirtual;
  }

  screenshotPng(): Promise<Uint8Array> {
    return this.#inTurn(() => takeScreenshot(this.#connection.adb));
  }

  screenPixels(): Promise<Pixels> {
    return this.#inTurn(() => readScreen(this.#connection.adb));
  }

  openShell(size: { rows: number; columns: number }): Promise<ShellSession> {
    return this.#hold(() => openShell(this.#connection.adb, size));
  }

  openLog(): Promise<ShellSession> {
    return this.#hold(() => openShell(this.#connection.adb, LOG_TERMINAL, LOG_COMMAND));
  }

  async #hold(open: () => Promise<TangoShell>): Promise<ShellSession> {
    const shell = await this.#inTurn(open);
    if (this.#end) shell.end(this.#end);
    this.#shells.add(shell);
    void shell.ended.then(() => this.#shells.delete(shell));
    return shell;
  }

  listFiles(path: string): Promise<DeviceFile[]> {
    return this.#inTurn(() => listFiles(this.#connection.adb, path));
  }

  statFile(path: string): Promise<DeviceFile> {
    return this.#inTurn(() => statFile(this.#connection.adb, path));
  }

  async readFile(path: string): Promise<{ sizeBytes: number; content: Readable }> {
    const release = this.#takeSlot(this.#transfers);
    const explain = (error: unknown) => this.#explain(error);
    try {
      const file = await this.#inTurn(() => readFile(this.#connection.adb, path, { explain }));
      file.content.once("close", release);
      return file;
    } catch (error) {
      release();
      throw error;
    }
  }

  async writeFile(path: string, content: Readable): Promise<void> {
    let release: (() => void) | undefined;
    try {
      release = this.#takeSlot(this.#transfers);
      await this.#guard(() => writeFile(this.#connection.adb, path, content));
    } catch (error) {
      // A device on the server's disk can only say that it has no space.
      if (isOutOfSpace(error)) this.#requireSpare();
      throw error;
    } finally {
      release?.();
      content.destroy();
    }
  }

  watchScreen(viewer: ScreenViewer): Promise<ScreenSubscription> {
    return this.#guard(() => this.#screen.watch(viewer));
  }

  async openSocket(address: string): Promise<Duplex> {
    const release = this.#takeSlot(this.#deviceSockets);
    try {
      const socket = await this.#guard(() => openDeviceSocket(this.#connection.adb, address));
      this.#openSockets.add(socket);
      // The caller also listens; this listener handles an end before that.
      socket.on("error", () => undefined);
      socket.once("close", () => {
        this.#openSockets.delete(socket);
        release();
      });
      if (this.#end) socket.destroy();
      return socket;
    } catch (error) {
      release();
      throw error;
    }
  }

  close(): void {
    this.end({ cause: "device-failed", detail: "The connection to the device was closed" });
  }

  /** Ends all activity of this session with the reason, then the connection. */
  end(end: SessionEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const shell of this.#shells) shell.end(end);
    for (const socket of this.#openSockets) socket.destroy();
    this.#screen.end(end);
    this.#connection.close();
    for (const reject of this.#underWay) reject(new Error(end.detail));
    this.#underWay.clear();
  }

  /** Runs work in its turn; work that the session's end cut off takes no turn. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#guard(() => this.#work.run(this.#sandboxId, () => this.#guard(work)));
  }

  #takeSlot(slots: Slots): () => void {
    const release = slots.take(this.#sandboxId);
    if (!release) throw deviceBusy(this.#sandboxId);
    return release;
  }

  /** Rejects if the session ends first, and adds the sandbox to every error. */
  #guard<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const fail = (error: unknown) => reject(this.#explain(error));
      if (this.#end) return fail(new Error(this.#end.detail));
      this.#underWay.add(fail);
      work()
        .finally(() => this.#underWay.delete(fail))
        .then(resolve, fail);
    });
  }

  #explain(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const detail = error instanceof Error ? error.message : String(error);
    const end = this.#end?.cause === "sandbox-ended" ? this.#end : { cause: "device-failed" as const, detail };
    return sessionFailure(this.#sandboxId, end, { cause: error });
  }
}
