import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import { createBoxActions } from "@terrarium/device-control/actions/service";
import { createBoxAppService } from "@terrarium/device-control/apps/service";
import { createBoxBrowserService } from "@terrarium/device-control/browser/service";
import type { CommandResult, DeviceSession, DeviceSessions } from "@terrarium/device-control/device/device-session";
import { SCREEN_SIZE_COMMAND } from "@terrarium/device-control/input/device-input";
import { typeCommand } from "@terrarium/device-control/input/text-input";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Caller } from "@terrarium/platform/base/caller";
import type { Making } from "../idempotency/service.ts";
import type { CheckedOrganizationId } from "../organizations/service.ts";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";

const SIZE = { widthPx: 720, heightPx: 1280 };
/** Returns the part of `dumpsys display` with the size. */
const displayDump = ({ widthPx, heightPx }: typeof SIZE): string =>
  `DISPLAY MANAGER (dumpsys display)\n  mViewports=[DisplayViewport{type=INTERNAL, orientation=0, logicalFrame=Rect(0, 0 - ${widthPx}, ${heightPx}), deviceWidth=${widthPx}}]\n`;
export const FAKE_PNG = Buffer.from("89504e470d0a1a0a", "hex");

/** For tests: resolves a team as org_1 or the key's. Remembers no idempotency key. */
export const FAKE_SERVICES = {
  organizations: {
    ofCaller: async (caller: Caller) =>
      (caller.kind === "api-key" ? caller.organizationId : "org_1") as CheckedOrganizationId,
  },
  idempotency: {
    once: async <Answer>(_call: unknown, { make, newId }: Pick<Making<Answer>, "make" | "newId">) => ({
      answer: await make(newId()),
      isReplayed: false,
    }),
  },
};

/** For tests: the services of the boxes API over fake devices. `actions` receives their actions. */
export function createBoxServices(devices: FakeDevices, actions: Pick<DeviceActionService, "noting">) {
  const unused = async () => Promise.reject(new Error("not part of this fake"));
  const parts = { sandboxes: devices, devices, actions: { ...actions, newId: () => "act_1" } };
  return {
    boxActions: createBoxActions({ ...parts, storage: { put: unused, presign: unused }, bus: createLoneBus() }),
    boxApps: createBoxAppService({ ...parts, installingTemplates: unused, fetchFile: unused }),
    boxBrowser: createBoxBrowserService(parts),
  };
}

/**
 * Fake sandboxes and devices for tests. Organization org_1 owns what it creates. Devices record the commands sent to
 * them.
 */
export class FakeDevices implements SandboxAccess, DeviceSessions {
  /** Command lines sent. */
  readonly lines: string[] = [];
  /** Commands run, except queries of the screen size and lines that depend on it. */
  readonly commands: string[] = [];
  readonly created: SandboxRecord[] = [];
  /** Size in the current rotation. */
  screen = SIZE;
  /** Text files by path. */
  readonly files = new Map<string, string>();
  /** Contents of other files, of any kind. */
  readonly contents = new Map<string, Readable>();
  /** Error that creation throws, for example sandbox_limit. */
  createError: AppError | undefined;
  /** Called for each command. Its result, if any, replaces the device's. */
  onCommand: (command: string) => Partial<CommandResult> | undefined | Promise<undefined> = () => undefined;

  newId(): string {
    return `sbx_${this.created.length + 1}`;
  }

  async create(
    caller: Caller,
    request: { lifetimeMs: number; metadata: Record<string, string> },
  ): Promise<SandboxRecord> {
    if (this.createError) throw this.createError;
    const now = Date.now();
    const sandbox: SandboxRecord = {
      id: this.newId(),
      organizationId: caller.kind === "api-key" ? caller.organizationId : "org_1",
      name: null,
      templateId: "phone",
      templateName: "Phone",
      provider: "embedded",
      cpu: 2,
      memoryMb: 2048,
      ...SIZE,
      kind: "phone",
      metadata: request.metadata,
      envs: {},
      workingDir: "/data/local/tmp",
      keepAliveMs: 0,
      lifetimeMs: request.lifetimeMs,
      osVersion: "15",
      storageMb: 512,
      state: "running",
      createdAt: now,
      startedAt: now,
      updatedAt: now,
      expiresAt: now + request.lifetimeMs,
      endedAt: null,
      endReason: null,
    };
    this.created.push(sandbox);
    return sandbox;
  }

  async findRunning(sandboxId: string): Promise<SandboxRecord | undefined> {
    return this.created.find(({ id, state }) => id === sandboxId && state === "running");
  }

  async requireDevice(caller: Caller, sandboxId: string): Promise<SandboxDevice> {
    const organizationId = caller.kind === "api-key" ? caller.organizationId : "org_1";
    const sandbox = this.created.find(
      (candidate) => candidate.id === sandboxId && candidate.organizationId === organizationId,
    );
    if (!sandbox) throw new AppError("sandbox_not_found", { sandboxId });
    if (sandbox.state !== "running") throw new AppError("sandbox_not_running", { sandboxId });
    const { envs, kind, workingDir } = sandbox;
    return { ...unreachedDevice(sandboxId), envs, kind, workingDir };
  }

  async get(): Promise<DeviceSession> {
    const unused = () => Promise.reject(new Error("not part of this fake"));
    return {
      run: async (line) => {
        this.lines.push(line);
        const stdout = Buffer.from(await this.#run(line));
        return { stdout, stderr: new Uint8Array(), exitCode: 0, ...(await this.onCommand(line)) };
      },
      stream: async (line, { onOutput }) => {
        this.lines.push(line);
        const { stdout, stderr, exitCode = 0 } = (await this.onCommand(line)) ?? {};
        if (stdout) await onOutput("stdout", stdout);
        if (stderr) await onOutput("stderr", stderr);
        return exitCode;
      },
      isVirtual: async () => true,
      typeText: async (text) => {
        this.lines.push(typeCommand(text));
        this.commands.push(typeCommand(text));
      },
      screenshotPng: async () => FAKE_PNG,
      screenPixels: unused,
      openShell: unused,
      openLog: unused,
      listFiles: unused,
      statFile: unused,
      readFile: async (path) => {
        const sent = this.contents.get(path);
        if (sent) return { sizeBytes: Number.MAX_SAFE_INTEGER, content: sent };
        const content = Buffer.from(this.files.get(path) ?? (await unused()));
        return { sizeBytes: content.length, content: Readable.from([content]) };
      },
      writeFile: unused,
      watchScreen: unused,
      openSocket: unused,
      close: async () => {},
    };
  }

  /** A real shell runs lines that query the screen size. Its `input` and `mouse` record the resulting line. */
  async #run(line: string): Promise<string> {
    if (!line.includes(SCREEN_SIZE_COMMAND)) this.commands.push(line);
    if (!line.includes(SCREEN_SIZE_COMMAND)) return "";
    const recording = ["input", "mouse"].map((name) => `${name}() { echo "${name} $*" >&2; }; `).join("");
    const functions = `dumpsys() { printf '%s' '${displayDump(this.screen)}'; }; ${recording}`;
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", functions + line]);
    this.commands.push(...stderr.split("\n").filter(Boolean));
    return stdout;
  }

  sandboxIds(): string[] {
    return [];
  }

  async end(): Promise<void> {}
  async closeAll(): Promise<void> {}
}
