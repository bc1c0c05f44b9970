/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML element is a listbox that a text field controls */
import { Check, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { type Command, type CommandGroup, matchingGroups } from "./commands.ts";

export interface CommandListProps {
  groups: readonly CommandGroup[];
  search: string;
  onSearch: (search: string) => void;
  /** Whether a search is still pending. */
  isSearching: boolean;
  onRun: (command: Command) => void;
}

/**
 * A search field above a list of commands. The focus stays in the field, arrow keys move the active entry, and Enter
 * runs it. Follows the combobox with a listbox popup of the ARIA Authoring Practices.
 */
export function CommandList({ groups, search, onSearch, isSearching, onRun }: CommandListProps) {
  const [index, setIndex] = useState(0);
  const listId = useId();
  const shown = matchingGroups(groups, search);
  const commands = shown.flatMap((group) => group.commands);
  // The list may have become shorter since the last arrow key.
  const active = commands[Math.min(index, commands.length - 1)];
  const entryId = (command: Command) => `${listId}-${command.id}`;

  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, the input method handles the keys.
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? 0 : commands.indexOf(active);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % commands.length,
      ArrowUp: (at - 1 + commands.length) % commands.length,
      PageUp: 0,
      PageDown: commands.length - 1,
    };
    const target = targets[event.key];
    if (event.key === "Enter" && active !== undefined) onRun(active);
    else if (target !== undefined && commands.length > 0) setIndex(target);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="relative shrink-0 border-b border-line">
        <Search className="pointer-events-none absolute top-4 left-4 size-4 text-faint" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t("Search commands and sandboxes")}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : entryId(active)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("Type a command or search...")}
          value={search}
          onChange={(event) => {
            onSearch(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-base outline-none! placeholder:text-faint"
        />
      </div>
      <div
        role="listbox"
        id={listId}
        aria-label={t("Commands")}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {shown.map(({ title, commands: entries }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="px-2.5 pt-2 pb-1 label-caps text-faint" aria-hidden="true">
              {title}
            </p>
            {entries.map((command) => (
              <Entry
                key={command.id}
                id={entryId(command)}
                command={command}
                isActive={command === active}
                onPoint={() => setIndex(commands.indexOf(command))}
                onRun={() => onRun(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <output className="block px-4 pt-6 pb-9 text-center text-sm text-mute">
          {isSearching ? t("Searching...") : t("No results for “{search}”", { search: search.trim() })}
        </output>
      )}
    </>
  );
}

interface EntryProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Entry({
  id,
  command: { label, icon: Icon, detail, isCurrent = false },
  isActive,
  onPoint,
  onRun,
}: EntryProps) {
  const entry = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field has the keys, for its active descendant
    <div
      ref={entry}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onRun}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm outline-none aria-selected:bg-raised"
    >
      <Icon className="size-4 shrink-0 text-mute" strokeWidth={1.7} aria-hidden="true" />
      <span className={label.startsWith("sbx_") ? "truncate font-mono text-xs" : "truncate"}>{label}</span>
      {isCurrent && <Check className="size-4 shrink-0 text-accent" aria-label={t("current")} />}
      {detail !== undefined && detail !== "" && (
        <span className="ml-auto max-w-1/2 truncate pl-3 font-mono text-2xs text-mute">{detail}</span>
      )}
    </div>
  );
}
