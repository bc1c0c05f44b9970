import { METADATA } from "@terrarium/contract/limits";
import { Plus, X } from "lucide-react";
import { IconButton, Button } from "../../../ui/Button.tsx";
import { Input } from "../../../ui/Field.tsx";
import type { MetadataEntry } from "./new-sandbox.ts";

export interface MetadataFieldsProps {
  entries: readonly MetadataEntry[];
  onChange: (entries: readonly MetadataEntry[]) => void;
}

/** Lines of key and value, to be added and taken away. */
export function MetadataFields({ entries, onChange }: MetadataFieldsProps) {
  const update = (id: number, change: Partial<MetadataEntry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  const add = () => onChange([...entries, { id: Math.max(0, ...entries.map(({ id }) => id)) + 1, key: "", value: "" }]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        Metadata <span className="font-normal text-mute">optional</span>
      </legend>
      {entries.map(({ id, key, value }) => (
        <div key={id} className="grid grid-cols-[2fr_3fr_auto] gap-2">
          <Input
            autoFocus
            aria-label="Key"
            placeholder="key"
            className="font-mono text-xs!"
            maxLength={METADATA.maxKeyChars}
            value={key}
            onChange={(event) => update(id, { key: event.target.value })}
          />
          <Input
            aria-label="Value"
            placeholder="value"
            className="font-mono text-xs!"
            maxLength={METADATA.maxValueChars}
            value={value}
            onChange={(event) => update(id, { value: event.target.value })}
          />
          <IconButton label="Remove" onClick={() => onChange(entries.filter((entry) => entry.id !== id))}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {entries.length < METADATA.maxEntries && (
        <Button kind="quiet" className="-ml-2 justify-self-start px-2!" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add metadata
        </Button>
      )}
    </fieldset>
  );
}
