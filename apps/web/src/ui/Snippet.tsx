import { t } from "../language/text.ts";
import { CopyButton } from "./CopyButton.tsx";

export interface SnippetProps {
  code: string;
  label: string;
  /** What is copied, if it is not what is shown: secrets are shown in part only. */
  copied?: string;
}

/** Code to be copied. */
export function Snippet({ code, label, copied = code }: SnippetProps) {
  return (
    <div className="relative w-full max-w-xl rounded-lg border border-line bg-bg text-left">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll: by the keyboard too
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto py-3 pr-11 pl-3.5 font-mono text-xs leading-5 text-text"
      >
        {code}
      </pre>
      <CopyButton text={copied} label={t("Copy {what}", { what: label })} className="absolute top-1 right-1 bg-bg" />
    </div>
  );
}
