import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { Link } from "react-router";
import { useTemplates } from "../../../api/templates.ts";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { formatAgo } from "../../parts/format.ts";
import { sandboxPath } from "../../parts/links.ts";
import { calledName, metadataTexts } from "../../parts/sandbox-filters.ts";
import { Thumbnail, ThumbnailSkeleton } from "../../thumbnail/Thumbnail.tsx";
import { type ListingProps, toggled } from "./listing-props.ts";
import { NoSandboxes } from "./NoSandboxes.tsx";
import { SandboxMenu } from "./SandboxMenu.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

/** A monitor or terminal is as wide as two phones. Narrower tiles may fill the gap before it. */
const GRID = "grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(196px,calc(50%-6px)),1fr))] gap-3 sm:gap-3.5";

/** Grid of the sandboxes' live screens. */
export function SandboxWall(props: ListingProps) {
  const { sandboxes, selection, onSelect, nowMs, isLoading, onDelete } = props;
  const ratios = useScreenRatios();
  if (isLoading)
    return (
      <output aria-label={t("Loading...")} className={GRID}>
        {Array.from({ length: SANDBOX_PAGE_SIZE }, (_, index) => (
          <span key={index} className={TILE}>
            <ThumbnailSkeleton className={PICTURE} />
            <Skeleton className="mt-1 h-3 w-3/5" />
            <Skeleton className="mt-2.5 h-3 w-2/5" />
          </span>
        ))}
      </output>
    );
  if (sandboxes.length === 0)
    return (
      <div className="flex flex-col items-center rounded-[10px] border border-line bg-panel px-4 py-14 text-center text-sm text-mute">
        <NoSandboxes {...props} />
      </div>
    );
  return (
    <ul aria-label={t("Sandboxes")} className={GRID}>
      {sandboxes.map((sandbox) => (
        <Tile
          key={sandbox.id}
          sandbox={sandbox}
          ratio={ratios.get(sandbox.templateId)}
          nowMs={nowMs}
          isSelected={selection.has(sandbox.id)}
          onSelect={() => onSelect(toggled(selection, sandbox.id))}
          onDelete={() => onDelete(sandbox)}
        />
      ))}
    </ul>
  );
}

/** Returns the aspect ratios of the templates' screens, by template. */
function useScreenRatios(): ReadonlyMap<string, number> {
  const { data = [] } = useTemplates();
  return new Map(data.flatMap(({ id, screen }) => (screen === undefined ? [] : [[id, screen.width / screen.height]])));
}

const TILE =
  "group/tile relative min-w-0 rounded-[10px] border border-line bg-panel p-3 transition-colors has-[a:hover]:border-line2 has-[a:hover]:bg-raised";
/** Visible on hover and focus, and always on devices without a pointer. */
const REVEALED =
  "opacity-0 transition-opacity pointer-coarse:opacity-100 group-hover/tile:opacity-100 focus-within:opacity-100 focus-visible:opacity-100";
const PICTURE = "mb-3 h-64 w-full rounded-md sm:h-72";

interface TileProps {
  sandbox: Sandbox;
  /** Aspect ratio of the template's screen, if known. */
  ratio: number | undefined;
  nowMs: number;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

function Tile({ sandbox, ratio, nowMs, isSelected, onSelect, onDelete }: TileProps) {
  const { id, name, templateName, status, startedAt } = sandbox;
  const isRunning = status === "Running";
  return (
    <li className={cx(TILE, sandbox.kind !== "phone" && "col-span-2", isSelected && "border-accent!")}>
      <Link
        to={sandboxPath(id)}
        aria-label={t("Open {id}", { id: calledName(sandbox) })}
        className="block rounded-md before:absolute before:inset-0 before:rounded-[10px] focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:outline-offset-2 focus-visible:before:outline-accent"
      >
        <Thumbnail sandbox={sandbox} isLive={isRunning} ratio={ratio} className={PICTURE} />
        {!isRunning && (
          <span className="absolute top-4.5 right-0 left-0 flex justify-center">
            <StatusBadge sandbox={sandbox} />
          </span>
        )}
      </Link>
      <div className="flex items-center gap-2">
        <StatusDot isAlive={isRunning} label={translate(status)} />
        {name === null ? (
          <span className="min-w-0 flex-1 truncate text-left font-mono text-xs [direction:rtl]" title={id}>
            <bdi>{id}</bdi>
          </span>
        ) : (
          <bdi className="min-w-0 flex-1 truncate text-sm font-medium" title={`${name}\n${id}`}>
            {name}
          </bdi>
        )}
        <Checkbox
          label={t("Select {id}", { id })}
          checked={isSelected}
          onChange={onSelect}
          className={cx("relative", isSelected ? "transition-opacity" : REVEALED)}
        />
        <SandboxMenu sandbox={sandbox} onDelete={onDelete} className="relative -my-2 -mr-2" />
      </div>
      <p className="mt-0.5 truncate text-xs text-mute" title={metadataTexts(sandbox).join("\n")}>
        {[templateName, formatAgo(startedAt, nowMs), ...metadataTexts(sandbox)].join(" · ")}
      </p>
    </li>
  );
}

function StatusDot({ isAlive, label }: { isAlive: boolean; label: string }) {
  return (
    <span
      title={label}
      className={cx(
        "mx-0.5 size-2 shrink-0 rounded-full",
        isAlive ? "bg-accent shadow-[0_0_0_3px_var(--accent-soft)]" : "bg-line2",
      )}
    >
      <span className="sr-only">{label}</span>
    </span>
  );
}
