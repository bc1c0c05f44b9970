import type { RunLimits } from "@terrarium/contract/limits";
import {
  newQuickJSWASMModule,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import type { BusyBudget } from "./busy-budget.ts";

const WASM_PAGE_BYTES = 65_536;
/** The interpreter's module asks for this much to begin with. */
const INITIAL_PAGES = 256;
const SCRIPT_NAME = "script.js";
/** Of an error that the script made impossible to show. */
export const UNSHOWABLE = "The script failed with an error that cannot be shown";

/** `bytes` are the interpreter's own: what is to be kept of them must be copied. */
type RawHost = (name: string, argsJson: string, bytes: Uint8Array | undefined) => string | ArrayBuffer | undefined;

interface InterpreterOptions {
  limits: RunLimits;
  budget: BusyBudget;
  /** Source text of the importable modules by name. */
  modules: Record<string, string>;
  guestSource: string;
  env: Record<string, string>;
  host: RawHost;
}

/** Why the interpreter stopped: an error's text, ready to be shown. */
type Failure = string | undefined;

/** A QuickJS interpreter that runs one script, one stretch at a time. */
export class Interpreter {
  readonly #options: InterpreterOptions;
  readonly #memory: WebAssembly.Memory;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #startInGuest: QuickJSHandle;
  readonly #describeInGuest: QuickJSHandle;
  #script: QuickJSHandle | undefined;
  #code = "";

  static async create(options: InterpreterOptions): Promise<Interpreter> {
    // The interpreter's own memory limit counts 8 bytes for an allocation of any size in this build (it has no
    // malloc_usable_size), so the limit is that of the memory it lives in.
    const memory = new WebAssembly.Memory({
      initial: INITIAL_PAGES,
      maximum: Math.max(INITIAL_PAGES, Math.ceil(options.limits.memoryBytes / WASM_PAGE_BYTES)),
    });
    const module = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory: memory }));
    return new Interpreter(options, memory, module.newRuntime());
  }

  private constructor(options: InterpreterOptions, memory: WebAssembly.Memory, runtime: QuickJSRuntime) {
    this.#options = options;
    this.#memory = memory;
    this.#runtime = runtime;
    runtime.setMaxStackSize(options.limits.stackBytes);
    runtime.setModuleLoader(
      (name) =>
        (Object.hasOwn(options.modules, name) ? options.modules[name] : undefined) ?? {
          error: new Error(this.#importComplaint(name)),
        },
      (_importer, name) => name,
    );
    const context = runtime.newContext();
    this.#context = context;
    const boot = context.unwrapResult(context.evalCode(options.guestSource, "globals.js"));
    const env = context.unwrapResult(context.evalCode(`(${JSON.stringify(options.env)})`, "globals.js"));
    const guest = context.unwrapResult(context.callFunction(boot, context.undefined, this.#hostFunction(), env));
    this.#startInGuest = context.getProp(guest, "start");
    this.#describeInGuest = context.getProp(guest, "describe");
    // From here on it is the script that computes.
    runtime.setInterruptHandler(() => options.budget.check());
  }

  /** Begins the script, which is an ES module. */
  run(code: string): Failure {
    this.#code = code;
    return this.#stretch(() => {
      const result = this.#context.evalCode(code, SCRIPT_NAME, { type: "module" });
      if (result.error) return result.error;
      this.#script = result.value;
      return undefined;
    });
  }

  /** Makes one of the GuestCalls. */
  start(name: string, args: readonly unknown[], bytes?: ArrayBuffer): Failure {
    const context = this.#context;
    return this.#stretch(() => {
      const handles = [context.newString(name), context.newString(JSON.stringify(args))];
      if (bytes) handles.push(context.newArrayBuffer(bytes));
      const result = context.callFunction(this.#startInGuest, context.undefined, handles);
      for (const handle of handles) handle.dispose();
      if (result.error) return result.error;
      result.value.dispose();
      return undefined;
    });
  }

  /** Whether the script has run to its end; not while it awaits something. */
  get finished(): boolean {
    return this.#script !== undefined && this.#context.getPromiseState(this.#script).type === "fulfilled";
  }

  /** Lets the interpreter compute: an entry, then all jobs that follow from it. Tells the error it ended with. */
  #stretch(entry: () => QuickJSHandle | undefined): Failure {
    const { budget } = this.#options;
    budget.begin();
    try {
      const error = entry() ?? this.#runJobs() ?? this.#rejection();
      // A promise turns even an interruption into something that the script can catch.
      if (budget.exceeded !== undefined) return this.#explainExceeded(budget.exceeded, error);
      return error && this.#describe(error);
    } catch (error) {
      if (budget.exceeded !== undefined) return budget.exceeded;
      return this.#isFull() ? this.#outOfMemory("") : `The interpreter failed: ${String(error)}`;
    } finally {
      budget.end();
    }
  }

  #runJobs(): QuickJSHandle | undefined {
    while (this.#runtime.hasPendingJob()) {
      const { error } = this.#runtime.executePendingJobs();
      if (error) return error;
    }
    return undefined;
  }

  #rejection(): QuickJSHandle | undefined {
    if (!this.#script) return undefined;
    const state = this.#context.getPromiseState(this.#script);
    return state.type === "rejected" ? state.error : undefined;
  }

  #describe(error: QuickJSHandle): string {
    const result = this.#context.callFunction(this.#describeInGuest, this.#context.undefined, error);
    const text = result.error ? "" : String(JSON.parse(this.#context.getString(result.value)));
    if (text === "") return this.#isFull() ? this.#outOfMemory("") : UNSHOWABLE;
    const [, frames] = /^InternalError: out of memory(\n[^]*)?$/.exec(text) ?? [];
    if (frames !== undefined) return this.#outOfMemory(frames);
    // Where no memory is left for an error, the interpreter throws null.
    return this.#isFull() && text === "Uncaught null" ? this.#outOfMemory("") : text;
  }

  /** Adds where the script was when its time was up, as far as the interpreter knows: 1:1 means it does not. */
  #explainExceeded(message: string, error: QuickJSHandle | undefined): string {
    const stack = error && this.#context.typeof(error) === "object" && this.#context.getProp(error, "stack");
    const frames = (stack && this.#context.typeof(stack) === "string" ? this.#context.getString(stack) : "")
      .split("\n")
      .filter((line) => line.includes(`${SCRIPT_NAME}:`) && !line.includes(`${SCRIPT_NAME}:1:1)`));
    return [message, ...frames.slice(0, 5)].join("\n");
  }

  #isFull(): boolean {
    return this.#memory.buffer.byteLength + WASM_PAGE_BYTES > this.#options.limits.memoryBytes * 0.95;
  }

  #outOfMemory(frames: string): string {
    return `Stopped: the script needs more than ${this.#options.limits.memoryBytes / 1_048_576} MiB of memory, its limit${frames}`;
  }

  #importComplaint(name: string): string {
    const known = Object.keys(this.#options.modules).map((module) => `"${module}"`);
    const line =
      this.#code.split("\n").findIndex((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`)) + 1;
    return `Cannot import "${name}"${line > 0 ? ` (line ${line})` : ""}: a script can import ${known.join(" and ")}, nothing else`;
  }

  #hostFunction(): QuickJSHandle {
    const context = this.#context;
    return context.newFunction("host", (name, args, bytes) => {
      using body =
        bytes === undefined || context.typeof(bytes) === "undefined" ? undefined : context.getArrayBuffer(bytes);
      const answer = this.#options.host(context.getString(name), context.getString(args), body?.value);
      if (answer === undefined) return undefined;
      return typeof answer === "string" ? context.newString(answer) : context.newArrayBuffer(answer);
    });
  }
}
