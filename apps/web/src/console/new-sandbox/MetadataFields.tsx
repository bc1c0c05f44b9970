import { METADATA } from "@terrarium/contract/limits";
import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { t } from "../../language/text.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Input } from "../../ui/Field.tsx";
import type { MetadataEntry } from "./new-sandbox.ts";

export interface MetadataFieldsProps {
  entries: readonly MetadataEntry[];
  onChange: (entries: readonly MetadataEntry[]) => void;
}

/** Rows of key and value that the user can add and remove. */
export function MetadataFields({ entries, onChange }: MetadataFieldsProps) {
  const add = () => onChange([...entries, { id: Math.max(0, ...entries.map(({ id }) => id)) + 1, key: "", value: "" }]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        {t("Metadata")} <span className="font-normal text-mute">{t("optional")}</span>
      </legend>
      {entries.map((entry) => (
        <MetadataLine
          key={entry.id}
          entry={entry}
          onChange={(changed) => onChange(entries.map((other) => (other.id === entry.id ? changed : other)))}
          onRemove={() => onChange(entries.filter((other) => other.id !== entry.id))}
        />
      ))}
      {entries.length < METADATA.maxEntries && (
        <Button kind="quiet" className="-ml-2 justify-self-start px-2!" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          {t("Add metadata")}
        </Button>
      )}
    </fieldset>
  );
}

interface MetadataLineProps {
  entry: MetadataEntry;
  onChange: (entry: MetadataEntry) => void;
  onRemove: () => void;
}

function MetadataLine({ entry, onChange, onRemove }: MetadataLineProps) {
  const keyInput = useRef<HTMLInputElement>(null);
  // The user added this row, so typing continues in it.
  useEffect(() => keyInput.current?.focus(), []);
  return (
    <div className="grid grid-cols-[2fr_3fr_auto] gap-2">
      <Input
        ref={keyInput}
        aria-label={t("Key")}
        placeholder={t("key")}
        className="font-mono text-xs!"
        maxLength={METADATA.maxKeyChars}
        value={entry.key}
        onChange={(event) => onChange({ ...entry, key: event.target.value })}
      />
      <Input
        aria-label={t("Value")}
        placeholder={t("value")}
        className="font-mono text-xs!"
        maxLength={METADATA.maxValueChars}
        value={entry.value}
        onChange={(event) => onChange({ ...entry, value: event.target.value })}
      />
      <IconButton label={t("Remove")} onClick={onRemove}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
