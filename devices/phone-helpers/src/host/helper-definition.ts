import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import type { BroadcastAnswer, HelperIntent, HelperLaunch } from "@terrarium/phone-system/helper-programs";
import type { SystemUi } from "@terrarium/phone-system/system-ui";

/** The phone that helpers serve. */
export interface HelperPhone {
  /** The current screen with its apps; throws while the system is down. */
  readonly ui: SystemUi;
  readonly properties: { get(name: string): string | undefined };
  /** The device's own sockets, which clients reach with `adb forward`. */
  readonly sockets: DeviceSockets;
}

/** A running helper's access to its start, its output and its end. */
export interface HelperRun<Launch extends HelperLaunch = HelperLaunch> {
  readonly phone: HelperPhone;
  readonly launch: Launch;
  /** Writes to the output of the command that started the helper. */
  readonly print: (text: string) => void;
  /** Writes a file as the user of that command. */
  readonly writeFile: (path: string, bytes: Uint8Array) => void;
  /** Aborts when the helper must end. */
  readonly signal: AbortSignal;
}

export type InstrumentationRun = HelperRun<Extract<HelperLaunch, { kind: "instrumentation" }>>;
export type ClassRun = HelperRun<Extract<HelperLaunch, { kind: "class" }>>;

interface HelperInputMethod {
  /** Returns the text that appears when `input text` types on this keyboard. */
  typed?: (text: string) => string;
}

interface HelperComponent {
  /** Service that runs after the start. */
  service: string;
  /** Called at each start. */
  started?: (intent: HelperIntent, phone: HelperPhone) => void;
}

/** Parts of an APK that the phone answers for. */
export interface HelperApk {
  instrumentation?: {
    runner: string;
    target: string;
    load: () => Promise<(run: InstrumentationRun) => Promise<number>>;
  };
  /** Input methods by name, such as .Keyboard */
  inputMethods?: Readonly<Record<string, HelperInputMethod>>;
  /** Activities and services by name. */
  components?: Readonly<Record<string, HelperComponent>>;
  /** Answers a broadcast; returns undefined if it is for others. */
  receive?: (intent: HelperIntent, phone: HelperPhone) => Promise<BroadcastAnswer | undefined>;
}

/** The helpers of one tool. Their code is loaded at their first start. */
export interface HelperDefinition {
  /** By package name. */
  apks?: Readonly<Record<string, HelperApk>>;
  /** Programs of `app_process`, by class name. */
  classes?: Readonly<Record<string, () => Promise<(run: ClassRun) => Promise<number>>>>;
}
