import { RadioGroup } from "radix-ui";

export interface SegmentsProps<Value extends string> {
  label: string;
  entries: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of short choices with a single selection. Arrow keys move between them. */
export function Segments<Value extends string>({ label, entries, value, onChange }: SegmentsProps<Value>) {
  const choose = (chosen: string) => {
    const entry = entries.find((candidate) => candidate.value === chosen);
    if (entry !== undefined) onChange(entry.value);
  };
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="flex h-8 shrink-0 gap-0.5 rounded-[7px] border border-line2 bg-panel p-0.5"
    >
      {entries.map((entry) => (
        <RadioGroup.Item
          key={entry.value}
          value={entry.value}
          className="rounded-[5px] px-2.5 text-sm text-mute transition-colors hover:text-text data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-text"
        >
          {entry.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
