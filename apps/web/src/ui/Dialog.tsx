import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../language/text.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { cx } from "./cx.ts";
import { keepTrying } from "./keep-trying.ts";
import { RADIX, useRadix } from "./late-radix.ts";
import { PATIENCE_MS } from "./patience.ts";
import { reportUnreachable } from "./toast.ts";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Whether the title is only for screen readers. */
  isTitleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  className?: string;
  /**
   * Element that gets the focus when the dialog closes. Default: the element focused before, which must not be a menu
   * entry.
   */
  returnFocusTo?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog. It traps and restores the focus, closes on Esc and on a click outside, and opens once its code is
 * loaded.
 */
export function Dialog(props: DialogProps) {
  const isLoaded = RADIX.useCode() !== undefined;
  useEffect(() => {
    if (!props.isOpen || isLoaded) return undefined;
    const fetch = () =>
      RADIX.fetch().catch((error: unknown) => {
        reportUnreachable();
        throw error;
      });
    return keepTrying(fetch, () => undefined);
  }, [props.isOpen, isLoaded]);
  return isLoaded ? <LoadedDialog {...props} /> : null;
}

function LoadedDialog(props: DialogProps) {
  const { isOpen, onClose, title, isTitleHidden = false, description, children, className, returnFocusTo } = props;
  const { Dialog: Radix } = useRadix();
  const opener = useRef<Element>(null);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    const target = returnFocusTo?.current ?? opener.current;
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[appear_140ms_var(--ease-out)] bg-overlay" />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={returnFocus}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={cx(
            "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2",
            "animate-[appear_140ms_var(--ease-out)] flex-col scroll-pb-20 overflow-y-auto rounded-xl border border-line2 bg-panel p-5 wrap-anywhere shadow-overlay focus:outline-none",
            className,
          )}
        >
          <Radix.Title className={isTitleHidden ? "sr-only" : "text-[15px] font-semibold"}>{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1.5 text-sm text-mute">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface DialogActionsProps {
  /** A call from the dialog is pending. */
  isBusy?: boolean;
  children: ReactNode;
}

/** Button row at the end of a dialog. It stays visible if the dialog is taller than the window. */
export function DialogActions({ isBusy = false, children }: DialogActionsProps) {
  return (
    <>
      {isBusy && <SlowNote />}
      <div className="sticky -bottom-5 -mx-5 mt-1 -mb-5 flex justify-end gap-2 bg-linear-to-t from-panel from-85% to-transparent px-5 pt-4 pb-5">
        {children}
      </div>
    </>
  );
}

/** Reports that a call takes longer than the usual timeout. */
function SlowNote() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className={isSlow ? "mt-3 block rounded-md bg-warn-soft px-3 py-2 text-sm text-warn" : "sr-only"}>
      {isSlow &&
        t("No response from the server for {seconds} s. You can close this dialog; the request continues.", {
          seconds: PATIENCE_MS / 1_000,
        })}
    </output>
  );
}

type FormActionsProps = Pick<ButtonProps, "kind" | "disabled" | "isBusy" | "children"> & { onCancel: () => void };

/**
 * Buttons at the end of a dialog's form: one cancels, the other submits and takes the given properties. The user can
 * leave while a call is pending (`isBusy`).
 */
export function FormActions({ onCancel, kind = "primary", isBusy = false, ...rest }: FormActionsProps) {
  return (
    <DialogActions isBusy={isBusy}>
      <Button onClick={onCancel}>{t("Cancel")}</Button>
      <Button {...rest} type="submit" kind={kind} isBusy={isBusy} />
    </DialogActions>
  );
}
