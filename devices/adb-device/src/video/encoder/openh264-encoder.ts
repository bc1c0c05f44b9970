import type { I420Picture } from "../i420-picture.ts";
import { loadOpenH264, type NativeEncoder, type OpenH264Library } from "./openh264-library.ts";
import type { ScreenEncoder, ScreenEncoderOptions } from "./screen-encoder.ts";

/** Constants of codec_app_def.h and codec_def.h. */
const CAMERA_VIDEO_REAL_TIME = 0;
const RC_QUALITY_MODE = 0;
const LOW_COMPLEXITY = 0;
const CONSTANT_ID = 0;
const FORMAT_I420 = 23;
const OPTION_TRACE_LEVEL = 25;
const TRACE_NOTHING = 0;
const FRAME_TYPES = { idr: 1, intra: 2, predicted: 3 } as const;

/** Shortest side of a picture; the library accepts smaller ones, and fails later. */
const SIDE_PX_MIN = 16;
/** Bits per second of the highest level (ITU-T H.264, table A-1); the library rejects more. */
const BIT_RATE_MAX = 240_000_000;

/** Opens the machine's OpenH264. Rejects if there is none, or if it does not support this stream. */
export async function openOpenH264(options: ScreenEncoderOptions): Promise<ScreenEncoder> {
  const { widthPx, heightPx } = options;
  const library = await loadOpenH264();
  if (Math.min(widthPx, heightPx) < SIDE_PX_MIN) throw new Error(`OpenH264 refuses ${widthPx} × ${heightPx}`);
  const native = library.createEncoder();
  try {
    native.setOption(OPTION_TRACE_LEVEL, Int32Array.of(TRACE_NOTHING).buffer);
    const failure = await native.initialize(parametersOf(library, native, options));
    if (failure !== 0) throw new Error(`OpenH264 refuses ${widthPx} × ${heightPx} (${failure})`);
    return new OpenH264Encoder(library, native, options);
  } catch (error) {
    native.destroy();
    throw error;
  }
}

/** Returns the native parameters (SEncParamExt) of a stream. */
function parametersOf(
  { koffi, structs }: OpenH264Library,
  native: NativeEncoder,
  { widthPx, heightPx, bitRate, framesPerSecond }: ScreenEncoderOptions,
): ArrayBuffer {
  const parameters = new ArrayBuffer(koffi.sizeof(structs.parameters));
  native.fillDefaults(parameters);
  const defaults: Record<string, unknown> = koffi.decode(parameters, structs.parameters);
  koffi.encode(parameters, structs.parameters, {
    ...defaults,
    iUsageType: CAMERA_VIDEO_REAL_TIME,
    iPicWidth: widthPx,
    iPicHeight: heightPx,
    iTargetBitrate: Math.min(bitRate, BIT_RATE_MAX),
    iRCMode: RC_QUALITY_MODE,
    fMaxFrameRate: framesPerSecond,
    iComplexityMode: LOW_COMPLEXITY,
    eSpsPpsIdStrategy: CONSTANT_ID,
    // CABAC: patches need it.
    iEntropyCodingModeFlag: 1,
    bEnableFrameSkip: false,
    // It would make a key frame of each new screen.
    bEnableSceneChangeDetect: false,
    iMultipleThreadIdc: 1,
  });
  return parameters;
}

/** One stream. It encodes one frame at a time on a thread of Node's pool. */
class OpenH264Encoder implements ScreenEncoder {
  readonly #library: OpenH264Library;
  readonly #native: NativeEncoder;
  readonly #options: ScreenEncoderOptions;
  /** Native structures and the picture's samples, used by the thread while a frame is encoded. */
  readonly #source: ArrayBuffer;
  readonly #samples: Uint8Array;
  readonly #frame: ArrayBuffer;
  #isEncoding = false;
  #isClosed = false;

  constructor(library: OpenH264Library, native: NativeEncoder, options: ScreenEncoderOptions) {
    const { koffi, structs } = library;
    this.#library = library;
    this.#native = native;
    this.#options = options;
    this.#source = new ArrayBuffer(koffi.sizeof(structs.picture));
    this.#samples = new Uint8Array(new ArrayBuffer((options.widthPx * options.heightPx * 3) / 2));
    this.#frame = new ArrayBuffer(koffi.sizeof(structs.frame));
  }

  get isReady(): boolean {
    return !this.#isEncoding && !this.#isClosed;
  }

  encode({ bytes }: I420Picture, { ptsUs, isKey }: { ptsUs: number; isKey: boolean }): void {
    this.#isEncoding = true;
    this.#samples.set(bytes);
    this.#describeSource(ptsUs);
    if (isKey) this.#native.forceKeyFrame();
    this.#finish(ptsUs).catch((error: unknown) => this.#fail(error));
  }

  close(): void {
    this.#isClosed = true;
    if (!this.#isEncoding) this.#native.destroy();
  }

  /** Encodes the described frame. */
  async #finish(ptsUs: number): Promise<void> {
    let failure: number;
    try {
      failure = await this.#native.encode(this.#source, this.#frame);
    } finally {
      this.#isEncoding = false;
      if (this.#isClosed) this.#native.destroy();
    }
    if (this.#isClosed) return;
    if (failure !== 0) throw new Error(`OpenH264 failed with ${failure}`);
    const { bytes, isKey } = this.#readFrame();
    this.#options.onFrame({ bytes, isKey, ptsUs });
    if (this.isReady) this.#options.onReady();
  }

  #fail(error: unknown): void {
    if (!this.#isClosed) this.#options.onError(error);
  }

  /** Writes SSourcePicture. */
  #describeSource(ptsUs: number): void {
    const { koffi, structs } = this.#library;
    const { widthPx, heightPx } = this.#options;
    const address = koffi.address(this.#samples);
    const pixels = widthPx * heightPx;
    koffi.encode(this.#source, structs.picture, {
      iColorFormat: FORMAT_I420,
      iStride: [widthPx, widthPx / 2, widthPx / 2, 0],
      pData: [address, address + BigInt(pixels), address + BigInt(pixels + pixels / 4), null],
      iPicWidth: widthPx,
      iPicHeight: heightPx,
      uiTimeStamp: Math.round(ptsUs / 1000),
      bPsnrY: false,
      bPsnrU: false,
      bPsnrV: false,
    });
  }

  /** Returns a copy of the encoded frame (SFrameBSInfo): the units of all layers. Throws if there is none. */
  #readFrame(): { bytes: Uint8Array; isKey: boolean } {
    const { koffi, structs } = this.#library;
    const { frame, frameLayer } = structs;
    const number = (member: string): number => koffi.decode(this.#frame, koffi.offsetof(frame, member), "int");
    const type = number("eFrameType");
    if (!Object.values<number>(FRAME_TYPES).includes(type)) throw new Error(`OpenH264 made a frame of type ${type}`);
    const layers: Uint8Array[] = [];
    for (let index = 0; index < number("iLayerNum"); index++) {
      const offset = koffi.offsetof(frame, "sLayerInfo") + index * koffi.sizeof(frameLayer);
      const layer: { iNalCount: number; pNalLengthInByte: bigint; pBsBuf: bigint } = koffi.decode(
        this.#frame,
        offset,
        frameLayer,
      );
      const lengths: Int32Array = koffi.decode(layer.pNalLengthInByte, "int", layer.iNalCount);
      const length = lengths.reduce((sum, each) => sum + each, 0);
      layers.push(new Uint8Array(koffi.view(layer.pBsBuf, length)));
    }
    return { bytes: Buffer.concat(layers), isKey: type === FRAME_TYPES.idr };
  }
}
