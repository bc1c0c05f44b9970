import { LayoutGrid, Rows3 } from "lucide-react";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";

const VIEWS = [
  { isWall: false, label: "List", Icon: Rows3 },
  { isWall: true, label: "Wall", Icon: LayoutGrid },
] as const;

/** Switches between a table of sandboxes and a wall of their screens. */
export function ViewSwitch({ isWall, onChange }: { isWall: boolean; onChange: (isWall: boolean) => void }) {
  return (
    <span className="flex h-8 shrink-0 gap-0.5 rounded-[7px] border border-line2 bg-panel p-0.5">
      {VIEWS.map(({ label, Icon, ...view }) => (
        <button
          key={label}
          type="button"
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={view.isWall === isWall}
          onClick={() => onChange(view.isWall)}
          className={cx(
            "grid w-8 place-items-center rounded-[5px] transition-colors",
            view.isWall === isWall ? "bg-raised text-text" : "text-mute hover:text-text",
          )}
        >
          <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />
        </button>
      ))}
    </span>
  );
}
