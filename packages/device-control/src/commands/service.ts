import { cutUtf8 } from "@terrarium/bounds/cut-text";
import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";
import {
  type BoxCode,
  type BoxCommand,
  type CommandResult,
  type CommandStdin,
  TIMED_OUT_EXIT_CODE,
} from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import type { Caller } from "@terrarium/platform/base/caller";
import type { DeviceAccess, SandboxDevice } from "../access/device-access.ts";
import type { DeviceActionService } from "../action-log/service.ts";
import type { DeviceSession, DeviceSessions, StreamedCommand } from "../device/device-session.ts";
import { codeWords, commandLine, FIND_INTERPRETERS } from "./command-line.ts";

/** A command or a script to run. */
type CommandRequest = { command: BoxCommand } | { runCode: BoxCode };

/** The caller's streams of a running command. */
export interface CommandUse extends Omit<StreamedCommand, "stdin"> {
  /** Input that follows the request's own. Must not throw. */
  moreStdin?: AsyncIterable<Uint8Array> | undefined;
}

/** The end of a command. `timedOut`: it was ended at its timeout. */
export type CommandEnd = Pick<CommandResult, "exitCode" | "timedOut">;

export interface BoxCommandService {
  /**
   * Runs a command on the caller's device and streams its output, with backpressure to the device. The timeout or the
   * signal ends it on the device. Throws not_possible for a language that the device lacks.
   */
  stream(caller: Caller, boxId: string, request: CommandRequest, use: CommandUse): Promise<CommandEnd>;
  /** Runs a command to its end. Returns the start of its outputs (COMMAND_LIMITS). */
  run(caller: Caller, boxId: string, request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
}

export interface BoxCommandParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
  /** Receives each command line and its output. Must not throw. */
  lastLines: { add(device: Pick<SandboxDevice, "sandboxId" | "kind">, output: Uint8Array | string): void };
}

export function createBoxCommandService({
  actions,
  sandboxes,
  devices,
  lastLines,
}: BoxCommandParts): BoxCommandService {
  const service: BoxCommandService = {
    async stream(caller, boxId, request, { signal, onOutput, moreStdin }) {
      const device = await sandboxes.requireDevice(caller, boxId);
      const session = await devices.get(device);
      const { timeout: timeoutMs, stdin, ...command } = await toCommand(session, request);
      const timeout = AbortSignal.timeout(timeoutMs);
      const action = { kind: "command", detail: detailOf(request) } as const;
      lastLines.add(device, `$ ${action.detail}\n`);
      const work = async () => {
        try {
          const line = commandLine(device, command);
          const exitCode = await session.stream(line, {
            signal: AbortSignal.any([signal, timeout]),
            stdin: stdinOf(stdin, moreStdin),
            onOutput: (name, bytes) => {
              lastLines.add(device, bytes);
              return onOutput(name, bytes);
            },
          });
          return { exitCode, timedOut: false };
        } catch (error) {
          if (!timeout.aborted || signal.aborted) throw error;
          return { exitCode: TIMED_OUT_EXIT_CODE, timedOut: true };
        }
      };
      return actions.noting(caller, boxId, action, work, ({ exitCode }) => exitCode);
    },

    async run(caller, boxId, request, signal) {
      const kept = { stdout: new KeptOutput(), stderr: new KeptOutput() };
      const end = await service.stream(caller, boxId, request, {
        signal,
        onOutput: (name, bytes) => kept[name].add(bytes),
      });
      const { stdout, stderr } = kept;
      return {
        ...end,
        stdout: stdout.text(),
        stderr: stderr.text(),
        truncated: stdout.isTruncated || stderr.isTruncated,
      };
    },
  };
  return service;
}

async function toCommand(session: DeviceSession, request: CommandRequest): Promise<BoxCommand> {
  if ("command" in request) return request.command;
  const { code, argv, language, ...how } = request.runCode;
  const found = Buffer.from((await session.run(FIND_INTERPRETERS)).stdout).toString();
  return { ...how, command: codeWords(found, { code, argv, language }) };
}

async function* stdinOf(
  stdin: CommandStdin | undefined,
  more: AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<Uint8Array> {
  if (stdin !== undefined) yield typeof stdin === "string" ? Buffer.from(stdin) : Buffer.from(stdin.base64, "base64");
  if (more) yield* more;
}

/** Returns the timeline's text: a command as given, or only the language of a script. */
function detailOf(request: CommandRequest): string {
  if ("runCode" in request) return request.runCode.language;
  const { command } = request.command;
  return typeof command === "string" ? command : command.join(" ");
}

/** The first bytes of an output. */
class KeptOutput {
  readonly #kept = new GatheredBytes();
  /** One byte more than the shown ones reveals whether the last character is complete. */
  #leftBytes = COMMAND_LIMITS.outputBytes + 1;
  get isTruncated(): boolean {
    return this.#leftBytes === 0;
  }

  add(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#leftBytes);
    this.#leftBytes -= kept.length;
    if (kept.length > 0) this.#kept.add(kept);
  }

  text(): string {
    const kept = this.#kept.bytes();
    // Truncated output may end within a character.
    return Buffer.from(this.isTruncated ? cutUtf8(kept, COMMAND_LIMITS.outputBytes) : kept).toString();
  }
}
