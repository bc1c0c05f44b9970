import { z } from "zod";
import { DurationMs } from "./duration.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Envs, SandboxId } from "./fields.ts";
import { COMMAND_LIMITS } from "./limits.ts";

const BoxParams = z.object({ boxId: SandboxId });
const { defaultTimeoutMs, maxTimeoutMs, maxChars, maxWords, stdinChars } = COMMAND_LIMITS;

/** Input of a command: text, or bytes as base64. */
export const CommandStdin = z.union([
  z.string().max(stdinChars),
  z.strictObject({ base64: z.base64().max(stdinChars) }),
]);
export type CommandStdin = z.infer<typeof CommandStdin>;

/** Options that commands and scripts share. */
const Running = z.strictObject({
  stdin: CommandStdin.optional().describe("Input of the command: text, or bytes as base64. Default: empty"),
  envs: Envs.optional().describe("Environment variables of the command; they override those of the sandbox"),
  workingDir: z.string().min(1).max(1_024).optional().describe("Relative to the sandbox's; default: the sandbox's"),
  timeout: DurationMs.refine(
    (timeoutMs) => timeoutMs > 0 && timeoutMs <= maxTimeoutMs,
    `At most ${maxTimeoutMs / 60_000} minutes`,
  )
    .default(defaultTimeoutMs)
    .describe(`Timeout of the command, for example "30s"; at most ${maxTimeoutMs / 60_000}m`),
});

const Text = z.string().min(1).max(maxChars);
const Words = z
  .array(z.string().max(maxChars))
  .max(maxWords)
  .refine((words) => words.reduce((sum, { length }) => sum + length, 0) <= maxChars, `At most ${maxChars} characters`);

export const BoxCommand = Running.extend({
  command: z.union([Text, Words.min(1)]).describe("A line for the device's shell, or the words of one command"),
});
export type BoxCommand = z.infer<typeof BoxCommand>;

export const CODE_LANGUAGES = ["bash", "python", "typescript"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

export const BoxCode = Running.extend({
  code: Text,
  language: z.enum(CODE_LANGUAGES).default("bash"),
  argv: Words.default([]),
});
export type BoxCode = z.infer<typeof BoxCode>;

/** Exit code of a command that ran into its timeout, the same as GNU timeout's. */
export const TIMED_OUT_EXIT_CODE = 124;
/** Exit code sent over a socket for a command that the server could not run. */
export const NOT_RUN_EXIT_CODE = 125;

export const CommandResult = z.object({
  exitCode: z.number().int().describe(`${TIMED_OUT_EXIT_CODE} after a timeout`),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean().describe(`Whether an output was cut off after ${COMMAND_LIMITS.outputBytes} bytes`),
  timedOut: z.boolean(),
});
export type CommandResult = z.infer<typeof CommandResult>;

const call = { access: "session-or-api-key", tag: "box-commands", params: BoxParams } as const;
const run = { ...call, method: "POST", changesState: false, timeoutMs: maxTimeoutMs + 30_000 } as const;

export const executeBoxCommands = defineEndpoint({
  ...run,
  name: "executeBoxCommands",
  path: "/api/v1/boxes/{boxId}/commands",
  summary: "Run a command on the device; returns stdout, stderr and exit code when it ends",
  description: "Input is text or base64, empty by default",
  body: BoxCommand,
  response: CommandResult,
});

export const runBoxCode = defineEndpoint({
  ...run,
  name: "runBoxCode",
  path: "/api/v1/boxes/{boxId}/run-code",
  summary: "Run a script on the device, in one of its languages",
  body: BoxCode,
  response: CommandResult,
});

export const getBoxWebSocketUrl = defineEndpoint({
  ...call,
  method: "GET",
  // Only useful to callers that may run commands.
  scope: "drive",
  name: "getBoxWebSocketUrl",
  path: "/api/v1/boxes/{boxId}/websocket-url",
  summary: "Addresses of the WebSockets for commands and scripts with streamed output",
  response: z.object({ command: z.string(), runCode: z.string() }),
});

/**
 * Returns the path of the WebSocket that runs commands. `kind` selects which of the two first messages below it
 * accepts.
 */
export const commandSocketPath = (boxId: string, kind: "command" | "runCode"): string =>
  `/api/v1/boxes/${boxId}/${kind === "command" ? "commands" : "run-code"}/stream`;

/** Announces more input after the request's `stdin`, as binary messages. */
const StreamsStdin = z.literal("stream").optional();

/** First message from the client: the command or script to run. */
export const CommandMessage = z.union([
  z.strictObject({ command: BoxCommand, stdin: StreamsStdin }),
  z.strictObject({ runCode: BoxCode, stdin: StreamsStdin }),
]);
export type CommandMessage = z.infer<typeof CommandMessage>;

/** Last message from a client that streams input. */
export const END_OF_STDIN = { stdin: "end" } as const;

/** A piece of output as text. Output that is not UTF-8 text also has its bytes. */
export interface CommandOutput {
  data: string;
  base64?: string;
}

/**
 * Event of a command for its caller: a piece of output, or the end. `code` and `message` give the reason if the command
 * was not run.
 */
export type CommandEvent =
  | ({ event: "stdout" | "stderr" } & CommandOutput)
  | { event: "end"; exitCode: number; timedOut: boolean; code?: string; message?: string };

/**
 * Message from the server. `takenBytes`: bytes of the streamed input that the device accepted. Clients may send at most
 * `COMMAND_LIMITS.stdinWindowBytes` ahead of it.
 */
export type CommandSocketEvent = CommandEvent | { event: "stdin"; takenBytes: number };
