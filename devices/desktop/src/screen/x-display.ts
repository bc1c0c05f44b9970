import type { Display, Picture, Rows } from "@terrarium/adb-device/ports/display";
import { encodePng } from "@terrarium/png/encode-png";
import { Framebuffer, scale, toRgba } from "./framebuffer.ts";
import { ask, type XConnection, type XResources } from "./x-connection.ts";

interface Size {
  widthPx: number;
  heightPx: number;
}

const MILLIMETERS_PER_INCH = 25.4;
const UNTURNED = 1;
const NONE = 0;
/**
 * Time in which changes are collected, in milliseconds: a continuously drawing program is not followed step by step.
 */
const GATHER_MS = 4;

/** The screen of an X server: pixels from a file, changes from the DAMAGE extension. */
export class XDisplay implements Display {
  readonly rotation = 0;
  readonly changing = false;
  readonly physical: { widthPx: number; heightPx: number; densityDpi: number };
  densityDpi: number;
  #size: Size;
  readonly #x: XConnection;
  readonly #framebuffer: Framebuffer;
  readonly #region: number;
  readonly #frameListeners = new Set<(changed: Rows) => void>();
  readonly #resizeListeners = new Set<() => void>();
  /** Undefined without watchers: the server is not even asked to report changes. */
  #damage: number | undefined;
  #gathering = false;
  #changedSince = false;
  #resizing: Promise<void> = Promise.resolve();

  constructor(x: XConnection, framebufferPath: string, size: Size & { dpi: number }) {
    this.#x = x;
    this.#size = size;
    this.densityDpi = size.dpi;
    this.physical = { widthPx: size.widthPx, heightPx: size.heightPx, densityDpi: size.dpi };
    this.#framebuffer = new Framebuffer(framebufferPath);
    this.#region = x.client.AllocID();
    x.fixes.CreateRegion(this.#region, []);
    x.onEvent((event) => event.name === "DamageNotify" && this.#noteDamage());
  }

  get widthPx(): number {
    return this.#size.widthPx;
  }

  get heightPx(): number {
    return this.#size.heightPx;
  }

  onResize(listener: () => void): () => void {
    this.#resizeListeners.add(listener);
    return () => this.#resizeListeners.delete(listener);
  }

  /** Does nothing: a monitor does not rotate. */
  rotate(): void {}

  async capturePng(): Promise<Uint8Array> {
    const { widthPx, heightPx } = this;
    return encodePng({ widthPx, heightPx, rgba: this.picture(widthPx, heightPx).data() });
  }

  picture(widthPx: number, heightPx: number): Picture {
    const whole = () => {
      const pixels = this.#framebuffer.rows(this.widthPx, 0, this.heightPx);
      const same = widthPx === this.widthPx && heightPx === this.heightPx;
      return same ? pixels : scale(pixels, this.#size, { widthPx, heightPx });
    };
    const rowBytes = 4 * widthPx;
    return {
      width: widthPx,
      height: heightPx,
      order: "bgrx",
      data: () => toRgba(whole()),
      rows: (top, count) =>
        widthPx === this.widthPx && heightPx === this.heightPx
          ? this.#framebuffer.rows(widthPx, top, count)
          : whole().subarray(top * rowBytes, (top + count) * rowBytes),
    };
  }

  onFrame(listener: (changed: Rows) => void): () => void {
    this.#frameListeners.add(listener);
    this.#watch();
    return () => {
      this.#frameListeners.delete(listener);
      this.#watch();
    };
  }

  /** Resizes the screen, one call after another. Rejects if the server started with a smaller maximum. */
  resize(size: Size): Promise<void> {
    const done = this.#resizing.then(() => this.#resize(size));
    this.#resizing = done.catch(() => undefined);
    return done;
  }

  close(): void {
    this.#framebuffer.close();
  }

  async #resize({ widthPx, heightPx }: Size): Promise<void> {
    const { randr, root } = this.#x;
    const most = await ask<{ maxWidth: number; maxHeight: number }>((answer) => randr.GetScreenSizeRange(root, answer));
    // A request for a larger size would make the server lose its current screen.
    if (widthPx > most.maxWidth || heightPx > most.maxHeight)
      throw new Error(`the screen cannot become larger than ${most.maxWidth}x${most.maxHeight}`);
    const resources = await ask<XResources>((answer) => randr.GetScreenResources(root, answer));
    const { crtcs, outputs, config_timestamp: time, modeinfos } = resources;
    const [crtc = NONE, output = NONE] = [crtcs[0], outputs[0]];
    const name = `${widthPx}x${heightPx}`;
    const known = modeinfos.find((mode) => mode.name === name)?.id;
    const mode = known ?? (await ask<number>((answer) => randr.CreateMode(root, modeOf(widthPx, heightPx), answer)));
    if (known === undefined) randr.AddOutputMode(output, mode);
    const configure = (to: number, at: number[]) =>
      ask<{ status: number }>((answer) => randr.SetCrtcConfig(crtc, NONE, time, 0, 0, to, UNTURNED, at, answer));
    await configure(NONE, []);
    const toMm = (px: number) => Math.round((px / this.densityDpi) * MILLIMETERS_PER_INCH);
    randr.SetScreenSize(root, widthPx, heightPx, toMm(widthPx), toMm(heightPx));
    const { status } = await configure(mode, [output]);
    if (status !== 0) throw new Error(`the screen cannot become ${name}`);
    this.#size = { widthPx, heightPx };
    for (const listener of this.#resizeListeners) listener();
  }

  #watch(): void {
    const { damage, client, root } = this.#x;
    if (this.#frameListeners.size > 0 && this.#damage === undefined) {
      this.#damage = client.AllocID();
      damage.Create(this.#damage, root, damage.ReportLevel.NonEmpty);
    } else if (this.#frameListeners.size === 0 && this.#damage !== undefined) {
      damage.Destroy(this.#damage);
      this.#damage = undefined;
    }
  }

  /** The server reports damage once, until the damage is read. */
  #noteDamage(): void {
    this.#changedSince = true;
    if (!this.#gathering) this.#gather();
  }

  #gather(): void {
    if (this.#damage === undefined) return;
    const { damage, fixes } = this.#x;
    this.#gathering = true;
    this.#changedSince = false;
    damage.Subtract(this.#damage, NONE, this.#region);
    fixes.FetchRegion(this.#region, (error, region) => {
      if (!error) this.#tell(region.extents.y, region.extents.y + region.extents.height);
      setTimeout(() => {
        this.#gathering = false;
        if (this.#changedSince) this.#gather();
      }, GATHER_MS);
    });
  }

  #tell(from: number, to: number): void {
    const rows = { top: Math.max(0, from), bottom: Math.min(this.heightPx, to) };
    if (rows.bottom > rows.top) for (const listener of this.#frameListeners) listener(rows);
  }
}

/** Returns a mode without a real monitor: only its size counts. */
const modeOf = (width: number, height: number) => ({
  width,
  height,
  name: `${width}x${height}`,
  dot_clock: 0,
  h_sync_start: 0,
  h_sync_end: 0,
  h_total: width,
  h_skew: 0,
  v_sync_start: 0,
  v_sync_end: 0,
  v_total: height,
  modeflags: 0,
});
