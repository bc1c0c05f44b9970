import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../language/text.ts";
import { Kbd } from "./Badge.tsx";
import { inputClass } from "./Field.tsx";

export interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select, [role=dialog] *"));

/** A search field. "/" focuses it from anywhere on the page, Esc clears and leaves it. */
export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  // The value is in the address, which updates with a delay. The draft keeps text typed meanwhile.
  const [draft, setDraft] = useState<string>();
  if (draft === value) setDraft(undefined);
  const shown = draft ?? value;
  const change = (text: string) => {
    setDraft(text);
    onChange(text);
  };
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  return (
    <search className="relative block w-full sm:w-80">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={placeholder}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={shown}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          change("");
          event.currentTarget.blur();
        }}
        className={inputClass("px-8.5")}
      />
      {shown === "" ? (
        <span className="pointer-events-none absolute top-1.5 right-2.5 max-sm:hidden">
          <Kbd>/</Kbd>
        </span>
      ) : (
        <button
          type="button"
          aria-label={t("Clear the search")}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded text-faint hover:text-text"
          onClick={() => {
            change("");
            input.current?.focus();
          }}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
