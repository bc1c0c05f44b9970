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
/** Initial memory that the interpreter's module requires. */
const INITIAL_PAGES = 256;
const SCRIPT_NAME = "script.js";
/** Text for an error that the script made impossible to show. */
export const UNSHOWABLE = "The script failed with an error that cannot be shown";

/** `bytes` belong to the interpreter. Copy what must be kept. */
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

/** An error's text, ready to show, if the interpreter stopped with one. */
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
    // In this build, the interpreter's own limit counts 8 bytes for an allocation of any size (it has no
    // malloc_usable_size). The limit is therefore set on its WebAssembly memory.
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
    // From here on, the script uses the computing time.
    runtime.setInterruptHandler(() => options.budget.check());
  }

  /** Starts the script, an ES module. */
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

  /** Whether the script has run to its end. False while it awaits something. */
  get finished(): boolean {
    return this.#script !== undefined && this.#context.getPromiseState(this.#script).type === "fulfilled";
  }

  /** Runs the interpreter: an entry, then all resulting jobs. Returns the error, if any. */
  #stretch(entry: () => QuickJSHandle | undefined): Failure {
    const { budget } = this.#options;
    budget.begin();
    try {
      const error = entry() ?? this.#runJobs() ?? this.#rejection();
      // A script can catch even an interruption by means of a promise.
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
    const [, name] = /^SyntaxError: Could not find export '([^']+)' in module '[^']+'$/.exec(text) ?? [];
    if (name !== undefined) return text + this.#placeOf(name);
    const [, frames] = /^InternalError: out of memory(\n[^]*)?$/.exec(text) ?? [];
    if (frames !== undefined) return this.#outOfMemory(frames);
    // Without memory for an error object, the interpreter throws null.
    return this.#isFull() && text === "Uncaught null" ? this.#outOfMemory("") : text;
  }

  /** Adds the script's position at the time limit, if the interpreter knows it: 1:1 means unknown. */
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
    return `Cannot import "${name}": a script can import ${known.join(" and ")}, nothing else${this.#placeOf(`"${name}"`, `'${name}'`)}`;
  }

  /** Returns the first position of one of these texts in the script, as a stack frame. Empty if none is found. */
  #placeOf(...texts: string[]): string {
    const at = Math.min(...texts.map((text) => this.#code.indexOf(text)).filter((found) => found !== -1));
    if (at === Number.POSITIVE_INFINITY) return "";
    const lines = this.#code.slice(0, at).split("\n");
    return `\n    at ${SCRIPT_NAME}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
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
