import { Switch as Radix } from "radix-ui";

export interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
}

/** A toggle switch. */
export function Switch({ label, isOn, onChange, disabled = false }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={isOn}
      onCheckedChange={onChange}
      disabled={disabled}
      className="relative h-5 w-9 shrink-0 rounded-full border border-line2 bg-raised transition-colors not-disabled:cursor-pointer disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-mute transition-transform data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-accent-ink" />
    </Radix.Root>
  );
}
