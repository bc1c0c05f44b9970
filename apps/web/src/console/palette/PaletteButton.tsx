import { Search } from "lucide-react";
import { use } from "react";
import { t } from "../../language/text.ts";
import { Kbd } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { PaletteContext } from "./palette-context.ts";

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

/** Opens the palette, and says by which keys it opens too. */
export function PaletteButton() {
  const open = use(PaletteContext);
  return (
    <Button
      kind="quiet"
      aria-keyshortcuts="Meta+K Control+K"
      aria-haspopup="dialog"
      className="-mr-2 px-2!"
      onClick={open}
    >
      <span className="sr-only">{t("Command palette")}</span>
      <Search className="size-4 sm:hidden" aria-hidden="true" />
      <span className="flex max-sm:hidden">
        <Kbd>{SHORTCUT}</Kbd>
      </span>
    </Button>
  );
}
