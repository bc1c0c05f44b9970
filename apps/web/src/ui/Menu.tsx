import { Check } from "lucide-react";
import { type DropdownMenu, Slot } from "radix-ui";
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "./cx.ts";
import { RADIX, useRadix } from "./late-radix.ts";
import { reportUnreachable } from "./toast.ts";

const ITEM =
  "relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-disabled:cursor-default data-disabled:text-faint data-highlighted:bg-raised";

export type MenuProps = Omit<ComponentProps<typeof DropdownMenu.Content>, "className"> & {
  trigger: ReactNode;
  className?: string;
};

/** A menu with a trigger, which must be a single element that accepts a ref. Its code is loaded later. */
export function Menu(props: MenuProps) {
  const [isOpenAtFirst, setIsOpenAtFirst] = useState(false);
  const hadFocus = useRef(false);
  if (RADIX.useCode() !== undefined) return <LoadedMenu {...props} isOpenAtFirst={isOpenAtFirst} hadFocus={hadFocus} />;
  return <WaitingTrigger onOpen={setIsOpenAtFirst} hadFocus={hadFocus} trigger={props.trigger} />;
}

interface WaitingTriggerProps {
  trigger: ReactNode;
  /** Receives false if the code is missing: the menu then does not open by itself later. */
  onOpen: (isOpen: boolean) => void;
  hadFocus: RefObject<boolean>;
}

const OPENING_KEYS = new Set(["Enter", " ", "ArrowDown"]);

/** Looks and behaves like the menu's trigger while the menu's code is loading. */
function WaitingTrigger({ trigger, onOpen, hadFocus }: WaitingTriggerProps) {
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      hadFocus.current = current !== null && current === document.activeElement;
    };
  }, [hadFocus]);
  const open = () => {
    onOpen(true);
    RADIX.fetch().catch((error: unknown) => {
      console.error("The code of menus could not be fetched", error);
      onOpen(false);
      reportUnreachable();
    });
  };
  return (
    // Reacts when the pointer or key goes down, like the menu's own trigger. By the time it goes up, that trigger may
    // have replaced this one.
    <Slot.Root
      ref={element}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerDown={(event: PointerEvent) => {
        if (event.button === 0 && !event.ctrlKey) open();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (OPENING_KEYS.has(event.key)) open();
      }}
      onClick={open}
    >
      {trigger}
    </Slot.Root>
  );
}

type LoadedMenuProps = MenuProps & { isOpenAtFirst: boolean; hadFocus: RefObject<boolean> };

function LoadedMenu({ trigger, children, className, isOpenAtFirst, hadFocus, ...rest }: LoadedMenuProps) {
  const { DropdownMenu: Radix } = useRadix();
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (hadFocus.current) element.current?.focus();
  }, [hadFocus]);
  return (
    <Radix.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Radix.Trigger asChild ref={element}>
        {trigger}
      </Radix.Trigger>
      {/* In fullscreen, only the content of that element is visible. */}
      <Radix.Portal container={document.fullscreenElement}>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          {...rest}
          className={cx(
            "z-50 min-w-44 animate-[rise_120ms_var(--ease-out)] rounded-[9px] border border-line2 bg-panel p-1 shadow-overlay",
            "max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type MenuItemProps = Omit<ComponentProps<typeof DropdownMenu.Item>, "className"> & {
  /** Whether the entry removes or ends something. */
  isDestructive?: boolean;
};

export function MenuItem({ isDestructive = false, ...rest }: MenuItemProps) {
  const { DropdownMenu: Radix } = useRadix();
  return <Radix.Item {...rest} className={cx(ITEM, isDestructive ? "text-bad" : "text-text")} />;
}

/** An entry that opens an address in a new tab. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const { DropdownMenu: Radix } = useRadix();
  return (
    <Radix.Item asChild className={cx(ITEM, "text-text")}>
      <a href={href} target="_blank" rel="noopener">
        {children}
      </a>
    </Radix.Item>
  );
}

export type MenuCheckItemProps = Omit<ComponentProps<typeof DropdownMenu.CheckboxItem>, "className">;

/** An entry with a tick if it is chosen. */
export function MenuCheckItem({ children, ...rest }: MenuCheckItemProps) {
  const { DropdownMenu: Radix } = useRadix();
  return (
    <Radix.CheckboxItem {...rest} className={cx(ITEM, "pr-8 text-text")}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-accent" aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

/** Entries with a common heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const { DropdownMenu: Radix } = useRadix();
  return (
    <Radix.Group aria-label={label}>
      <Radix.Label className="px-2 pt-2 pb-1 label-caps text-faint">{label}</Radix.Label>
      {children}
    </Radix.Group>
  );
}

export function MenuSeparator() {
  const { DropdownMenu: Radix } = useRadix();
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}
