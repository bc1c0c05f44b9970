import type { Sandbox } from "@terrarium/contract/sandbox";
import { hasMouse, hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useLastLines } from "../../api/sandboxes.ts";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { lastPicture, watchThumbnail } from "./thumbnail-feed.ts";

type Shown = Pick<Sandbox, "id" | "kind" | "cpu" | "memory">;

export interface ThumbnailProps {
  sandbox: Shown;
  /** Whether the screen is polled. Otherwise the last screenshot is fetched once and shown in grey. */
  isLive: boolean;
  /** Expected aspect ratio of the screen. Default: the usual one of the sandbox's kind. */
  ratio?: number | undefined;
  /** Sets the width and height of the container. */
  className: string;
}

/**
 * A device frame with its current screen, as large as the container allows. The frame is placed before the screenshot
 * arrives.
 */
export function Thumbnail({ sandbox, isLive, ratio = usualRatio(sandbox.kind), className }: ThumbnailProps) {
  return (
    <span className={cx("grid [container-type:size] min-h-0 place-items-center", className)}>
      {hasScreen(sandbox.kind) ? (
        <ScreenPicture sandbox={sandbox} isLive={isLive} ratio={ratio} />
      ) : (
        <TerminalPicture sandbox={sandbox} isLive={isLive} />
      )}
    </span>
  );
}

/** Width divided by height, until the device's own ratio is known. */
const USUAL_RATIOS: Record<SandboxKind, number> = { phone: 9 / 16, linux: 4 / 3, browser: 16 / 10, desktop: 16 / 10 };
/** Share of the container's height for a monitor's foot. */
const FOOT = 0.06;

/** Returns the usual aspect ratio of a kind, to size the container by its height. */
export const usualRatio = (kind: SandboxKind): number => USUAL_RATIOS[kind];

/** Returns the style of the largest box with this ratio that fits the container. */
const fitted = (ratio: number, share = 1): CSSProperties => ({
  aspectRatio: ratio,
  width: `min(100cqw, ${100 * share * ratio}cqh)`,
});

/** Replaces the screen of a sandbox without one: its last lines, or its resources before there are any. */
function TerminalPicture({ sandbox, isLive }: Pick<ThumbnailProps, "sandbox" | "isLive">) {
  const { id, kind, cpu, memory } = sandbox;
  const { data: lines = [] } = useLastLines(id, isLive);
  return (
    <span
      style={fitted(USUAL_RATIOS[kind])}
      className={cx(
        "flex flex-col overflow-hidden rounded-[7px] bg-[#0a0c0a] text-left font-mono leading-[1.6] shadow-[0_0_0_1px_var(--line2),0_6px_20px_#00000026]",
        isLive ? "text-[#8fa08f]" : "text-[#8b918b] opacity-70 grayscale-[70%]",
      )}
    >
      <span aria-hidden="true" className="flex shrink-0 gap-1 bg-[#181c18] px-2 py-1.5">
        {["close", "minimize", "maximize"].map((button) => (
          <span key={button} className="size-1.5 rounded-full bg-[#3a423a]" />
        ))}
      </span>
      {lines.length > 0 ? (
        <span className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden px-2 py-1.5 text-[clamp(7px,4cqw,10px)]">
          <span className="whitespace-pre">{lines.join("\n")}</span>
        </span>
      ) : (
        <Resources cpu={cpu} memory={memory} isLive={isLive} />
      )}
    </span>
  );
}

function Resources({ cpu, memory, isLive }: Pick<Shown, "cpu" | "memory"> & { isLive: boolean }) {
  return (
    <span className="flex min-h-0 flex-1 flex-col px-[6%] py-[4%] text-[clamp(8px,6cqw,12px)]">
      <span>
        {t("CPU cores")} {cpu}
      </span>
      <span>
        {t("Memory")} {memory} MB
      </span>
      <span aria-hidden="true" className="mt-auto text-[#a3d977]">
        ~ ${" "}
        <span
          className={cx(
            "inline-block h-[1.1em] w-[0.55em] align-text-bottom",
            isLive ? "bg-[#a3d977]" : "bg-[#3a423a]",
          )}
        />
      </span>
    </span>
  );
}

type ScreenPictureProps = Pick<ThumbnailProps, "sandbox" | "isLive"> & { ratio: number };

function ScreenPicture({ sandbox, isLive, ratio: expectedRatio }: ScreenPictureProps) {
  const { id, kind } = sandbox;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ownRatio, setRatio] = useState(() => ratioOf(lastPicture(id)));

  useEffect(() => {
    const draw = () => {
      const picture = lastPicture(id);
      const target = canvas.current;
      if (picture === undefined || target === null) return;
      if (target.width !== picture.width || target.height !== picture.height) {
        target.width = picture.width;
        target.height = picture.height;
        setRatio(ratioOf(picture));
      }
      target.getContext("2d")?.drawImage(picture, 0, 0);
    };
    draw();
    return watchThumbnail(id, isLive, draw);
  }, [id, isLive]);

  const isWaiting = isLive && ownRatio === undefined;
  return (
    <Frame kind={kind} ratio={ownRatio ?? expectedRatio} isEmpty={isWaiting}>
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img has no pixels to draw on
        role="img"
        aria-label={t("Screen of {id}", { id })}
        className={cx(
          "block size-full",
          !isLive && "bg-[radial-gradient(120%_70%_at_50%_0%,#1a201a,#0a0c0a_55%,#060706)] opacity-45 grayscale-[70%]",
          isWaiting && "animate-pulse bg-raised",
        )}
      />
    </Frame>
  );
}

/** Placeholder of a thumbnail while the list loads: the frame of a phone. */
export function ThumbnailSkeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={cx("grid [container-type:size] min-h-0 place-items-center", className)}>
      <Frame kind="phone" ratio={USUAL_RATIOS.phone} isEmpty>
        <span className="block size-full animate-pulse bg-raised" />
      </Frame>
    </span>
  );
}

interface FrameProps {
  kind: SandboxKind;
  ratio: number;
  /** Whether the first picture is awaited. */
  isEmpty: boolean;
  children: ReactNode;
}

/** Frame of a phone or monitor around its screen. */
function Frame({ kind, ratio, isEmpty, children }: FrameProps) {
  const isMonitor = hasMouse(kind);
  return (
    <span className="flex flex-col items-center" style={{ width: fitted(ratio, isMonitor ? 1 - FOOT : 1).width }}>
      <span
        data-frame={isMonitor ? "monitor" : "phone"}
        className={cx(
          "block w-full overflow-hidden shadow-[0_0_0_1px_var(--line2),0_6px_20px_#00000026]",
          isEmpty ? "bg-panel" : "bg-[#050605]",
          isMonitor ? "rounded-[6px] p-[3px]" : "rounded-[14px] p-1",
        )}
        style={{ aspectRatio: ratio }}
      >
        <span className={cx("block size-full overflow-hidden", isMonitor ? "rounded-[3px]" : "rounded-[10px]")}>
          {children}
        </span>
      </span>
      {isMonitor && <Foot />}
    </span>
  );
}

/** The foot of a monitor. */
function Foot() {
  return (
    <span aria-hidden="true" className="flex w-full flex-col items-center" style={{ height: `${100 * FOOT}cqh` }}>
      <span className="w-[9%] flex-1 bg-line2" />
      <span className="h-[3px] w-[26%] rounded-full bg-line2" />
    </span>
  );
}

const ratioOf = (picture: ImageBitmap | undefined): number | undefined =>
  picture === undefined ? undefined : picture.width / picture.height;
