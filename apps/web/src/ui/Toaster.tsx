import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { t } from "../language/text.ts";
import { useTheme } from "./theme.ts";
import { connectToaster } from "./toast.ts";

/** Container of the messages of `toast`. One per page. */
export function Toaster() {
  const theme = useTheme();
  useEffect(() => connectToaster(toast), []);
  return (
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
  );
}
