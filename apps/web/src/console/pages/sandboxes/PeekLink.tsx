import type { Sandbox } from "@terrarium/contract/sandbox";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router";
import { sandboxPath } from "../../parts/links.ts";
import { Thumbnail, usualRatio } from "../../thumbnail/Thumbnail.tsx";

/** Delay before the preview appears, so that a pointer passing over a row does not show it. */
const DELAY_MS = 120;
/** Longer side of the preview, and the padding around it, in pixels. */
const LONG_PX = 280;
const PADDING_PX = 10;
const GAP_PX = 12;

/** Link to a sandbox's page. On hover or focus it shows a preview of the current screen. */
export function PeekLink({ sandbox, className, children }: PeekLinkProps) {
  const [link, setLink] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (element: HTMLElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setLink(element), DELAY_MS);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setLink(undefined);
  };
  return (
    <Link
      to={sandboxPath(sandbox.id)}
      title={sandbox.id}
      className={className}
      onPointerEnter={({ currentTarget, pointerType }) => pointerType === "mouse" && show(currentTarget)}
      onPointerLeave={hide}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && show(currentTarget)}
      onBlur={hide}
    >
      {children}
      {link !== undefined && sandbox.status === "Running" && <Peek sandbox={sandbox} link={link} />}
    </Link>
  );
}

export interface PeekLinkProps {
  sandbox: Sandbox;
  className: string;
  children: ReactNode;
}

/** Preview next to the link, above the page and fully inside the window. */
function Peek({ sandbox, link }: { sandbox: Sandbox; link: HTMLElement }) {
  const { right, top, height } = link.getBoundingClientRect();
  const ratio = usualRatio(sandbox.kind);
  const widthPx = LONG_PX * Math.min(1, ratio) + 2 * PADDING_PX;
  const heightPx = LONG_PX / Math.max(1, ratio) + 2 * PADDING_PX;
  const middle = top + height / 2 - heightPx / 2;
  return createPortal(
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-40 animate-[rise_140ms_var(--ease-out)] rounded-xl border border-line2 bg-panel shadow-overlay"
      style={{
        left: Math.min(right + 36, window.innerWidth - widthPx - GAP_PX),
        top: Math.max(GAP_PX, Math.min(middle, window.innerHeight - heightPx - GAP_PX)),
        width: widthPx,
        height: heightPx,
        padding: PADDING_PX,
      }}
    >
      <Thumbnail sandbox={sandbox} isLive className="size-full" />
    </div>,
    document.body,
  );
}
