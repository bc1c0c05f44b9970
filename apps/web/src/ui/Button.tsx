import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

/** Destructive buttons are red: "danger" confirms the action, "quiet-danger" offers it. */
export type ButtonKind = "primary" | "plain" | "quiet" | "danger" | "quiet-danger";

const KINDS: Record<ButtonKind, string> = {
  primary: "border-accent bg-accent text-accent-ink hover:enabled:brightness-110",
  plain: "border-line2 bg-panel text-text hover:enabled:bg-raised",
  quiet: "border-transparent text-mute hover:enabled:bg-raised hover:enabled:text-text",
  danger: "border-bad bg-bad text-bad-ink hover:enabled:brightness-110",
  "quiet-danger": "border-transparent text-bad hover:enabled:bg-bad-soft",
};

/** Returns the class names of a button, also for links that look like one. */
export const buttonClass = (kind: ButtonKind = "plain", className?: string): string =>
  cx(
    "inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-[7px] border px-3 text-sm font-medium whitespace-nowrap",
    "transition-[background-color,color,filter,opacity] select-none disabled:cursor-default disabled:opacity-50",
    KINDS[kind],
    className,
  );

export type ButtonProps = ComponentProps<"button"> & {
  kind?: ButtonKind;
  /** Shows a spinner and ignores clicks while an action is pending. */
  isBusy?: boolean;
};

export function Button({ kind, isBusy = false, className, disabled, children, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === "submit" ? "submit" : "button"}
      className={buttonClass(kind, className)}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** Description for screen readers, shown on hover. */
  label: string;
  children: ComponentProps<"button">["children"];
};

export const iconButtonClass = (className?: string): string =>
  cx(
    "inline-flex size-8 shrink-0 items-center justify-center rounded-[7px] text-mute transition-colors",
    "hover:enabled:bg-raised hover:enabled:text-text [&:is(a):hover]:bg-raised [&:is(a):hover]:text-text",
    "disabled:cursor-default disabled:opacity-40",
    className,
  );

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" aria-label={label} title={label} className={iconButtonClass(className)}>
      {children}
    </button>
  );
}
