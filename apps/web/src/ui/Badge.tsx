import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface BadgeProps {
  isAlive: boolean;
  title?: string;
  children: ReactNode;
}

/** A pill with a dot: green if alive, otherwise grey. */
export function Badge({ isAlive, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={cx(
        "inline-flex h-[22px] items-center gap-1.5 rounded-full px-2 font-mono text-2xs font-medium tracking-[0.03em] whitespace-nowrap",
        isAlive ? "bg-accent-soft text-accent" : "bg-raised text-mute",
      )}
    >
      <span className={cx("size-1.5 rounded-full bg-current", isAlive && "shadow-[0_0_0_3px_var(--accent-soft)]")} />
      {children}
    </span>
  );
}

/** A small monospace tag. */
export function Chip({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span
      title={title}
      className="inline-block max-w-full shrink-0 truncate rounded border border-line bg-raised px-1.5 py-px align-middle font-mono text-2xs text-mute"
    >
      {children}
    </span>
  );
}

/** Number of tags on a line before the others are counted. */
const SHOWN_CHIPS = 2;

/** Tags on one line, as buttons with `onChoose`. Counts the tags beyond the first ones. */
export function ChipLine({ texts, onChoose }: { texts: readonly string[]; onChoose?: (text: string) => void }) {
  const more = texts.length - SHOWN_CHIPS;
  return (
    <span className="flex gap-1 overflow-hidden" title={texts.join("\n")}>
      {texts.slice(0, SHOWN_CHIPS).map((text) =>
        onChoose === undefined ? (
          <Chip key={text}>{text}</Chip>
        ) : (
          <button
            key={text}
            type="button"
            onClick={() => onChoose(text)}
            className="min-w-0 rounded hover:brightness-110"
          >
            <Chip>{text}</Chip>
          </button>
        ),
      )}
      {more > 0 && <Chip>+{more}</Chip>}
    </span>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded border border-line2 px-1 font-mono text-[10.5px] leading-4 font-medium text-faint">
      {children}
    </kbd>
  );
}
