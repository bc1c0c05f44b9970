import { t } from "../language/text.ts";
import { CopyButton } from "./CopyButton.tsx";
import { cx } from "./cx.ts";
import { useMoreAtRight } from "./use-more-at-right.ts";

export interface SnippetProps {
  code: string;
  label: string;
  /** Text to copy, if it differs from the displayed text: secrets are displayed in part only. */
  copied?: string;
}

/** Code with a copy button. Lines that exceed the right edge fade out. */
export function Snippet({ code, label, copied = code }: SnippetProps) {
  const { ref, hasMore, onScroll } = useMoreAtRight<HTMLPreElement>();
  return (
    <div className="flex w-full max-w-xl items-start rounded-lg border border-line bg-bg text-left">
      <pre
        ref={ref}
        onScroll={onScroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll: by the keyboard too
        tabIndex={0}
        aria-label={label}
        className={cx(
          "min-w-0 flex-1 overflow-x-auto py-3 pl-3.5 font-mono text-xs leading-5 text-text",
          hasMore && "mask-r-from-[calc(100%-2rem)]",
        )}
      >
        <code className="block w-max pr-2">{code}</code>
      </pre>
      <CopyButton text={copied} label={t("Copy {what}", { what: label })} className="m-1 shrink-0" />
    </div>
  );
}
