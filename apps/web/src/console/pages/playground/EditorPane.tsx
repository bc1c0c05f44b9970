import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";

/** Height from the specification, and minimum height of the editor. */
const LEAST_PX = 300;
const STEP_PX = 20;
const STORAGE_KEY = "playground-editor-height";

function storedHeight(): number | undefined {
  const heightPx = Number(localStorage.getItem(STORAGE_KEY) ?? Number.NaN);
  return heightPx >= LEAST_PX ? heightPx : undefined;
}

/**
 * Resizable container of the editor. By default it takes almost half of the window, or the specification's height if
 * there is less space. A double click on its edge, or Home, restores the specification's height.
 */
export function EditorPane({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(storedHeight);
  const drag = useRef<{ fromY: number; fromPx: number }>(undefined);
  const resize = (wantedPx: number) => {
    const nextPx = Math.round(Math.max(LEAST_PX, Math.min(wantedPx, window.innerHeight)));
    setHeightPx(nextPx);
    localStorage.setItem(STORAGE_KEY, String(nextPx));
  };
  const currentPx = () => pane.current?.offsetHeight ?? LEAST_PX;
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromY: event.clientY, fromPx: currentPx() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== undefined) resize(drag.current.fromPx + event.clientY - drag.current.fromY);
  };
  const endDrag = () => (drag.current = undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: currentPx() + STEP_PX,
      ArrowUp: currentPx() - STEP_PX,
      Home: LEAST_PX,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    resize(target);
  };
  return (
    <>
      <div
        ref={pane}
        style={heightPx === undefined ? undefined : { height: heightPx }}
        className={cx("bg-[#111411]", heightPx === undefined && "h-75 sm:h-[max(300px,45dvh)]")}
      >
        {children}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that is moved is a control (WAI-ARIA 1.2, separator) */}
      <hr
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-label={t("Height of the editor")}
        aria-orientation="horizontal"
        aria-valuemin={LEAST_PX}
        aria-valuenow={heightPx ?? LEAST_PX}
        title={t("Drag to change the height of the editor")}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onDoubleClick={() => resize(LEAST_PX)}
        onKeyDown={onKeyDown}
        className="h-2 w-full shrink-0 cursor-row-resize touch-none border-0 border-t border-line bg-bg bg-[radial-gradient(circle,var(--faint)_1px,transparent_1.5px)] bg-size-[6px_4px] bg-center [background-repeat:space_no-repeat] hover:bg-raised focus-visible:-outline-offset-2"
      />
    </>
  );
}
