import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

const ITEM =
  "relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-text outline-none select-none data-disabled:cursor-default data-disabled:text-faint data-highlighted:bg-raised";

export type MenuProps = Omit<ComponentProps<typeof Radix.Content>, "className"> & {
  trigger: ReactNode;
  className?: string;
};

/** A menu that opens from its trigger, which must be one element that takes a ref. */
export function Menu({ trigger, children, className, ...rest }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          {...rest}
          className={cx(
            "z-50 min-w-44 animate-[rise_120ms_var(--ease-out)] rounded-[9px] border border-line2 bg-panel p-1 shadow-overlay",
            "max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type MenuItemProps = Omit<ComponentProps<typeof Radix.Item>, "className">;

export const MenuItem = (props: MenuItemProps) => <Radix.Item {...props} className={ITEM} />;

export type MenuCheckItemProps = Omit<ComponentProps<typeof Radix.CheckboxItem>, "className">;

/** An entry with a tick when it is the chosen one. */
export function MenuCheckItem({ children, ...rest }: MenuCheckItemProps) {
  return (
    <Radix.CheckboxItem {...rest} className={cx(ITEM, "pr-8")}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-accent" aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

/** Entries under a common heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Radix.Group aria-label={label}>
    <Radix.Label className="px-2 pt-2 pb-1 label-caps text-faint">{label}</Radix.Label>
    {children}
  </Radix.Group>
);

export const MenuSeparator = () => <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
