import { shellSocketPath } from "@terrarium/contract/proxy";
import type { ShellServerMessage } from "@terrarium/contract/proxy-messages";
import { Receipts } from "@terrarium/contract/shell-flow";
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { socketUrl } from "../parts/address.ts";
import { LEAVE_KEY } from "../parts/leave-key.ts";
import { finalEndOf, type FinalEnd, openSocket } from "../parts/live-socket.ts";
import { ShellInput } from "./shell-input.ts";
import { readTerminalTheme, watchTheme } from "./terminal-theme.ts";

const ENTER = "\r";
const dim = (text: string): string => `\x1b[2m${text}\x1b[0m`;

export interface ShellTerminalOptions {
  container: HTMLElement;
  sandboxId: string;
  token: string;
  /** Leaves the shell, to the element after it or, with Shift, before it. */
  onLeave: (direction: "forwards" | "backwards") => void;
  /** The sandbox has ended or is not accessible, so no further shell can be opened. */
  onEnd: (end: FinalEnd, hasOutput: boolean) => void;
}

/** An xterm in the container, connected to a shell on the device. After the shell's end, Enter opens the next one. */
export class ShellTerminal {
  readonly #options: ShellTerminalOptions;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #observer: ResizeObserver;
  readonly #stopWatchingTheme: () => void;
  #socket: WebSocket | undefined;
  #input: ShellInput | undefined;
  #hasOutput = false;
  #isDisposed = false;

  constructor(options: ShellTerminalOptions) {
    this.#options = options;
    const fontFamily = getComputedStyle(document.documentElement).getPropertyValue("--font-mono");
    this.#terminal = new Terminal({
      fontFamily,
      fontSize: 13,
      lineHeight: 1.25,
      cursorBlink: true,
      scrollback: 5_000,
      theme: readTerminalTheme(),
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.open(options.container);
    this.#terminal.textarea?.setAttribute(
      "aria-label",
      t("Terminal input: all keys go to the device. Press {key} to leave.", { key: LEAVE_KEY }),
    );
    this.#terminal.attachCustomKeyEventHandler((event) => {
      if (event.key !== LEAVE_KEY) return true;
      event.preventDefault();
      if (event.type === "keydown") options.onLeave(event.shiftKey ? "backwards" : "forwards");
      return false;
    });
    this.#terminal.onData((text) => this.#type(new TextEncoder().encode(text), text));
    this.#terminal.onBinary((bytes) =>
      this.#type(
        Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
        "",
      ),
    );
    this.#terminal.onResize(({ rows, cols }) => this.#send(JSON.stringify({ type: "resize", rows, columns: cols })));
    this.#observer = new ResizeObserver(() => this.#fit.fit());
    this.#observer.observe(options.container);
    this.#stopWatchingTheme = watchTheme((theme) => (this.#terminal.options.theme = theme));
    void this.#start(fontFamily);
  }

  /** Focuses the terminal, so that typing goes to the shell. */
  focus(): void {
    this.#terminal.focus();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#observer.disconnect();
    this.#stopWatchingTheme();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#terminal.dispose();
  }

  /** The first shell waits for the font, because the size of cells depends on it. */
  async #start(fontFamily: string): Promise<void> {
    await document.fonts.load(`13px ${fontFamily}`).catch(() => undefined);
    if (this.#isDisposed) return;
    // Setting the font again makes xterm measure with the loaded font.
    this.#terminal.options.fontFamily = `${fontFamily}, monospace`;
    this.#fit.fit();
    this.#terminal.focus();
    this.#connect();
  }

  #connect(): void {
    const { sandboxId, token } = this.#options;
    const { rows, cols: columns } = this.#terminal;
    const socket = openSocket(socketUrl(location.origin, shellSocketPath(sandboxId, { rows, columns })), token);
    this.#socket = socket;
    const input = new ShellInput((bytes) => this.#send(bytes));
    this.#input = input;
    const receipts = new Receipts((text) => this.#socket === socket && this.#send(text));
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket !== socket) return;
      if (typeof data !== "string") return this.#print(new Uint8Array(data), () => receipts.processed(data.byteLength));
      const message = JSON.parse(data) as ShellServerMessage;
      if (message.type === "acknowledge") return input.acknowledged(message.bytes);
      this.#finish(t("exit code {code}", { code: message.exitCode }));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#socket !== socket) return;
      const end = finalEndOf(code, reason);
      if (end) this.#options.onEnd(end, this.#hasOutput);
      else this.#finish(translate(reason) || t("The connection was lost"));
    });
  }

  #finish(what: string): void {
    this.#socket = undefined;
    this.#print(`\r\n${dim(t("[{end}] Press Enter to open a new shell", { end: what }))}\r\n`);
  }

  /** Prints text. `onShown` runs once the terminal has parsed it. */
  #print(text: string | Uint8Array, onShown?: () => void): void {
    this.#hasOutput = true;
    this.#terminal.write(text, onShown);
  }

  #type(bytes: Uint8Array<ArrayBuffer>, text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#input?.type(bytes);
    else if (!this.#socket && text === ENTER) this.#connect();
  }

  #send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
  }
}
