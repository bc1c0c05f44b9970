import { type MouseEvent, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { t } from "../language/text.ts";
import { useTheme } from "./theme.ts";
import { connectToaster } from "./toast.ts";

/** Container of the messages of `toast`. One per page. */
export function Toaster() {
  const theme = useTheme();
  useEffect(() => connectToaster(toast), []);
  return (
    // The toaster focuses the element before a pressed button again when the message disappears. That would close a
    // menu that is opened meanwhile. A click that does not move the focus needs no return.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps the focus
    <div onMouseDown={keepFocus}>
      <Sonner
        theme={theme}
        containerAriaLabel={t("Notifications")}
        position="bottom-right"
        gap={8}
        toastOptions={{
          style: {
            background: "var(--panel)",
            color: "var(--text)",
            borderColor: "var(--line2)",
            borderRadius: 9,
            boxShadow: "var(--shadow)",
            fontFamily: "var(--font-sans)",
            fontSize: 13,
            padding: "12px 14px",
            overflowWrap: "anywhere",
          },
          classNames: {
            description: "text-mute!",
            success: "[&_[data-icon]]:text-accent",
            error: "[&_[data-icon]]:text-bad",
            actionButton: "bg-accent! text-accent-ink! rounded-md! font-medium!",
          },
        }}
      />
    </div>
  );
}

function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("button") !== null) event.preventDefault();
}
