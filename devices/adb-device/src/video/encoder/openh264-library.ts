import type koffi from "koffi";
import type { KoffiFunc } from "koffi";
import { declareStructs } from "./openh264-structs.ts";

/** Names of the shared library, by version of its interface (2.6; 2.3 to 2.5). */
const FILES = ["libopenh264.so.8", "libopenh264.so.7"] as const;
/** Known versions: 2.3 to 2.6. Others may have other structures. */
const MAJOR_VERSION = 2;
const MINOR_VERSIONS = { first: 3, last: 6 } as const;

/** Space for OpenH264Version, in bytes; it has 16. */
const VERSION_BYTES = 64;
/** Memory for the stack of a call on another thread, in bytes. */
const STACK_BYTES = 1024 * 1024;

type Koffi = typeof koffi;

/** A native encoder. All methods return 0, except for a failure. Pointers are addresses, or memory of the caller. */
export interface NativeEncoder {
  fillDefaults(parameters: ArrayBuffer): number;
  /** Runs on another thread, as does `encode`. */
  initialize(parameters: ArrayBuffer): Promise<number>;
  encode(picture: ArrayBuffer, frame: ArrayBuffer): Promise<number>;
  forceKeyFrame(): number;
  setOption(option: number, value: ArrayBuffer): number;
  /** Releases everything. No call follows. */
  destroy(): void;
}

export type OpenH264Library = Awaited<ReturnType<typeof load>>;

let loaded: Promise<OpenH264Library> | undefined;

/** Loads the machine's OpenH264, once. Rejects if there is none, or only an unknown version. */
export function loadOpenH264(): Promise<OpenH264Library> {
  loaded ??= load();
  return loaded;
}

async function load() {
  const { default: koffi } = await import("koffi");
  configure(koffi);
  const library = openFirst(koffi.load);
  const version = new Uint32Array(new ArrayBuffer(VERSION_BYTES));
  library.func("void WelsGetCodecVersionEx(void *version)")(version);
  const structs = declareStructs(koffi, requireKnownVersion([...version]));
  const create: (encoder: [bigint | null]) => number = library.func("int WelsCreateSVCEncoder(_Out_ void **encoder)");
  const destroy: (encoder: bigint) => void = library.func("void WelsDestroySVCEncoder(void *encoder)");
  /** Returns the address of a new encoder, which has no stream yet. */
  const allocate = (): bigint => {
    const created: [bigint | null] = [null];
    create(created);
    if (created[0] === null) throw new Error("OpenH264 could not create an encoder");
    return created[0];
  };
  // All encoders have the same table of methods.
  const first = allocate();
  const methods = bindMethods(koffi, koffi.decode(first, "void *"));
  destroy(first);

  /** Creates a native encoder. Throws if there is no memory. */
  const createEncoder = (): NativeEncoder => {
    const encoder = allocate();
    return {
      fillDefaults: (parameters) => methods.fillDefaults(encoder, parameters),
      initialize: (parameters) => settled((done) => methods.initialize.async(encoder, parameters, done)),
      encode: (picture, frame) => settled((done) => methods.encode.async(encoder, picture, frame, done)),
      forceKeyFrame: () => methods.forceKeyFrame(encoder, true, -1),
      setOption: (option, value) => methods.setOption(encoder, option, value),
      destroy: () => {
        methods.uninitialize(encoder);
        destroy(encoder);
      },
    };
  };
  return { koffi, structs, createEncoder };
}

/** Sets Koffi's limits of a process, unless this module's earlier instance did. It rejects changes after the first load. */
function configure(koffi: Koffi): void {
  const wanted = { async_stack_size: STACK_BYTES, resident_async_pools: 1 };
  const current = koffi.config();
  const isSet = current.async_stack_size === STACK_BYTES && current.resident_async_pools === 1;
  if (!isSet) koffi.config(wanted);
}

type OneBuffer = (encoder: bigint, parameters: ArrayBuffer) => number;
type TwoBuffers = (encoder: bigint, picture: ArrayBuffer, frame: ArrayBuffer) => number;
type WithLayer = (encoder: bigint, isIdr: boolean, layer: number) => number;
type WithOption = (encoder: bigint, option: number, value: ArrayBuffer) => number;

/** Returns the methods of ISVCEncoder (codec_api.h) from its table, as functions of an encoder's address. */
function bindMethods(koffi: Koffi, table: bigint) {
  const method = <Method extends (...args: never[]) => number>(
    index: number,
    ...parameters: string[]
  ): KoffiFunc<Method> => {
    const address: bigint = koffi.decode(table, index * koffi.sizeof("void *"), "void *");
    return koffi.decode(address, koffi.proto("int", ["void *", ...parameters]));
  };
  return {
    initialize: method<OneBuffer>(1, "void *"),
    fillDefaults: method<OneBuffer>(2, "void *"),
    uninitialize: method<(encoder: bigint) => number>(3),
    encode: method<TwoBuffers>(4, "void *", "void *"),
    forceKeyFrame: method<WithLayer>(6, "bool", "int"),
    setOption: method<WithOption>(7, "int", "void *"),
  };
}

/** Returns the minor version of `version`, which starts with major, minor and revision. Throws if it is unknown. */
export function requireKnownVersion([major = 0, minor = 0, revision = 0]: readonly number[]): number {
  if (major === MAJOR_VERSION && minor >= MINOR_VERSIONS.first && minor <= MINOR_VERSIONS.last) return minor;
  throw new Error(`OpenH264 ${major}.${minor}.${revision} is not supported`);
}

/** Returns the first library that this machine has. Throws an error with all names. */
export function openFirst<Library>(open: (file: string) => Library): Library {
  for (const file of FILES)
    try {
      return open(file);
    } catch {
      // The next one may be installed.
    }
  throw new Error(`none of ${FILES.join(", ")} is installed`);
}

/** Returns the result of a call on another thread. */
function settled(call: (done: (error: unknown, result: number) => void) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    call((error, result) =>
      error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(result),
    );
  });
}
