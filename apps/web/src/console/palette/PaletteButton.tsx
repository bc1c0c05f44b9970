import { Search } from "lucide-react";
import { use } from "react";
import { t } from "../../language/text.ts";
import { Kbd } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { isApple } from "../../ui/platform.ts";
import { PaletteContext } from "./palette-context.ts";

const SHORTCUT = isApple ? { shown: "⌘K", keys: "Meta+K" } : { shown: "Ctrl K", keys: "Control+K" };

/** Opens the palette and shows its keyboard shortcut. */
export function PaletteButton() {
  const open = use(PaletteContext);
  return (
    <Button
      kind="quiet"
      aria-keyshortcuts={SHORTCUT.keys}
      aria-haspopup="dialog"
      className="-mr-2 px-2!"
      onClick={open}
    >
      <span className="sr-only">{t("Command palette")}</span>
      <Search className="size-4 sm:hidden" aria-hidden="true" />
      <span className="flex max-sm:hidden">
        <Kbd>{SHORTCUT.shown}</Kbd>
      </span>
    </Button>
  );
}
