import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../language/text.ts";
import { IconButton } from "./Button.tsx";
import { toast } from "./toast.ts";

export interface CopyButtonProps {
  text: string;
  /** Description of the action, for example "Copy ID". */
  label: string;
  /** Toast after copying. Without it, only a tick appears. */
  message?: string;
  className?: string;
  Icon?: LucideIcon;
}

const SHOWN_MS = 1_500;

/** Copies text to the clipboard and shows a tick. */
export function CopyButton({ text, label, message, className, Icon = Copy }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      if (message !== undefined) toast.success(message);
    } catch (error) {
      console.error("The clipboard refused the text", error);
      toast.error(t("The browser blocked copying"), { description: t("Select the text and copy it manually") });
    }
  };
  return (
    <IconButton label={label} className={className} onClick={() => void copy()}>
      {isCopied ? (
        <Check className="size-3.5 text-accent" aria-hidden="true" />
      ) : (
        <Icon className="size-3.5" aria-hidden="true" />
      )}
    </IconButton>
  );
}
