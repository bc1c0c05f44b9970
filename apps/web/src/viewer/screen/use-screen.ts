import type { DeviceControl, ScreenCodec, WatchedSandbox } from "@terrarium/contract/proxy-messages";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { ControlMessage } from "@terrarium/scrcpy/control";
import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { lostAccess } from "../parts/lost-access.ts";
import { useIsShown } from "../parts/shown.ts";
import type { InputTarget } from "./input-target.ts";
import { ScreenClient, type ScreenSize, type ScreenState, type ScreenStats } from "./screen-client.ts";

/** Time within which the device must report a copy for it to reach the user's clipboard, in milliseconds. */
const COPY_WITHIN_MS = 2_000;

/** States in which the sandbox may be watched. */
const GOING_ON: ReadonlySet<ScreenState["kind"]> = new Set(["connecting", "live", "reconnecting", "unsupported"]);

export interface WatchedScreen {
  state: ScreenState;
  /** Kind of the sandbox, once the server has reported it. */
  kind: SandboxKind | undefined;
  /** Controls that the viewer may use and the device supports. */
  controls: readonly DeviceControl[];
  size: ScreenSize | undefined;
  stats: ScreenStats | undefined;
  codec: ScreenCodec | undefined;
  /** Receiver of input. The object stays the same. */
  target: InputTarget;
}

/** Receivers of the server's reports. They must stay the same. */
export interface ScreenListeners {
  /** Undefined once the sandbox is stopped or over, or the access to it is. */
  onSandbox?: ((sandbox: WatchedSandbox | undefined) => void) | undefined;
  onCodec?: ((codec: ScreenCodec) => void) | undefined;
}

/** Shows a screen on the canvas while the component is mounted and visible. */
export function useScreen(
  url: string,
  token: string,
  canvas: RefObject<HTMLCanvasElement | null>,
  { onSandbox, onCodec }: ScreenListeners,
): WatchedScreen {
  const isShown = useIsShown();
  const [state, setState] = useState<ScreenState>(firstState);
  const [kind, setKind] = useState<SandboxKind>();
  const [controls, setControls] = useState<readonly DeviceControl[]>([]);
  const [size, setSize] = useState<ScreenSize>();
  const [stats, setStats] = useState<ScreenStats>();
  const [codec, setCodec] = useState<ScreenCodec>();
  const client = useRef<ScreenClient>(undefined);
  /** A copy counts as the user's own only if the user triggered it here. */
  const copyExpectedUntil = useRef(0);
  const [target] = useState<InputTarget>(() => ({
    get size() {
      return client.current?.size;
    },
    send(message: ControlMessage) {
      if (message.type === "getClipboard") this.expectCopy();
      client.current?.send(message);
    },
    expectCopy() {
      copyExpectedUntil.current = Date.now() + COPY_WITHIN_MS;
    },
  }));

  useEffect(() => {
    if (!isShown || !canvas.current || unsupported()) return;
    const watched = new ScreenClient({
      url,
      token,
      canvas: canvas.current,
      events: {
        state: (next) => {
          setState(next.kind === "unauthorized" ? lostAccess(token, next) : next);
          if (!GOING_ON.has(next.kind)) onSandbox?.(undefined);
        },
        sandbox: (reported) => {
          setKind(reported.kind);
          setControls(reported.controls ?? []);
          onSandbox?.(reported);
        },
        size: setSize,
        stats: setStats,
        codec: (reported) => {
          setCodec(reported);
          onCodec?.(reported);
        },
        clipboard: (text) => {
          if (Date.now() > copyExpectedUntil.current) return;
          // The browser refuses this without focus. The copy was then not meant for this page.
          navigator.clipboard.writeText(text).catch(() => undefined);
        },
      },
    });
    client.current = watched;
    return () => {
      client.current = undefined;
      watched.close();
      setState(firstState);
    };
  }, [url, token, canvas, isShown, onSandbox, onCodec]);

  return { state, kind, controls, size, stats, codec, target };
}

const firstState = (): ScreenState => unsupported() ?? { kind: "connecting" };

function unsupported(): ScreenState | undefined {
  if (typeof VideoDecoder !== "undefined") return undefined;
  if (!window.isSecureContext) {
    return {
      kind: "unsupported",
      detail: t("Browsers decode video only on pages opened with https, or on localhost."),
    };
  }
  return {
    kind: "unsupported",
    detail: t("It does not support WebCodecs. Use a current Chrome, Edge, Firefox or Safari."),
  };
}
