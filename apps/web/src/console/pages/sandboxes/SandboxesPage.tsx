import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { Plus } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useSandboxes } from "../../../api/sandboxes.ts";
import { useSandboxCosts } from "../../../api/usage.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { FilterMenu } from "../../../ui/FilterMenu.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import { lateDialog, lateView } from "../../../viewer/parts/late-view.tsx";
import { Page } from "../../layout/Page.tsx";
import { DEFAULT_LIFETIME } from "../../new-sandbox/lifetimes.ts";
import { useStartSandbox } from "../../new-sandbox/use-start-sandbox.ts";
import { ColumnMenu } from "../../parts/ColumnMenu.tsx";
import { activeFilters, clearedFilters } from "../../parts/filters.ts";
import { formatClock } from "../../parts/format.ts";
import { Pagination } from "../../parts/Pagination.tsx";
import { calledName, chosenFilters, listRequest, SANDBOX_FILTERS, sandboxSort } from "../../parts/sandbox-filters.ts";
import { viewValues } from "../../parts/saved-views.ts";
import { nextSort } from "../../parts/sort.ts";
import { useHiddenColumns } from "../../parts/use-hidden-columns.ts";
import { useNow } from "../../parts/use-now.ts";
import { useSettled } from "../../parts/use-settled.ts";
import { useUrlState } from "../../parts/use-url-state.ts";
import { DeleteSandboxesDialog } from "./DeleteSandboxesDialog.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { DEFAULT_REFRESH, parseRefresh } from "./refresh-interval.ts";
import { RefreshMenu } from "./RefreshMenu.tsx";
import { RowsMenu } from "./RowsMenu.tsx";
import { OPTIONAL_TITLES } from "./sandbox-columns.ts";
import { SandboxCards } from "./SandboxCards.tsx";
import { SandboxTable } from "./SandboxTable.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";
import { ViewSwitch } from "./ViewSwitch.tsx";

const NewSandboxDialog = lateDialog("NewSandboxDialog", () => import("../../new-sandbox/NewSandboxDialog.tsx"));

const SandboxWall = lateView("SandboxWall", () => import("./SandboxWall.tsx"));

export function SandboxesPage() {
  const team = useTeam();
  const { parameters, set, correct } = useUrlState();
  const search = parameters.get("q") ?? "";
  const request = listRequest(parameters, useSettled(search, SEARCH_DELAY_MS));
  const { page, pageSize } = request;
  const active = activeFilters(SANDBOX_FILTERS, parameters);
  const [dialog, setDialog] = useState<{ kind: "new" } | { kind: "delete"; sandboxes: readonly Sandbox[] }>();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const { hidden, toggle } = useHiddenColumns("sandboxes");
  const closeDialog = () => setDialog(undefined);

  // Here, because the first steps disappear with the first sandbox.
  const first = useStartSandbox(team.id);
  const startPhone = () => first.start({ expiresIn: DEFAULT_LIFETIME });
  const list = useSandboxes(team.id, request);
  useEffect(() => {
    if (list.error !== null) console.error("The sandboxes could not be loaded", list.error);
  }, [list.error]);
  // A list that failed to load is shown empty instead of with outdated rows.
  const isKnown = !list.isError && list.data !== undefined;
  const { data, total, running, ended } = isKnown ? list.data : EMPTY;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (list.isSuccess && !list.isPlaceholderData && page > pageCount) correct({ page: String(pageCount) });
  });

  const costs = useSandboxCosts(
    team.id,
    data.map(({ id }) => id),
  );
  const nowMs = useNow();
  const sort = sandboxSort(parameters);
  const filters = chosenFilters(parameters);
  // Rows on other pages do not count as selected.
  const selected = data.filter(({ id }) => selection.has(id));
  const isWall = parameters.get("view") === "wall";
  const isNarrow = useMedia(NARROW);
  const Listing = isWall ? SandboxWall : isNarrow ? SandboxCards : SandboxTable;
  /** Any other change of the list returns to its first page. */
  const ask = (values: Record<string, string | undefined>) => set({ page: undefined, ...values });
  const clearFilters = () => ask(clearedFilters(SANDBOX_FILTERS));
  const showsEnded = request.status !== undefined;

  return (
    <Page
      title={t("SANDBOXES")}
      documentTitle={t("Sandboxes")}
      status={
        <>
          <Badge isAlive={running > 0}>{t("{count} RUNNING", { count: isKnown ? running : "–" })}</Badge>
          <LastUpdated atMs={list.dataUpdatedAt} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_button]:px-2">
        <SearchBox value={search} onChange={(q) => ask({ q })} placeholder={t("Find a sandbox...")} />
        <FilterMenu
          sections={SANDBOX_FILTERS}
          active={active}
          onChange={(key, value) => ask({ [key]: value })}
          onClear={clearFilters}
        />
        <ViewsMenu parameters={parameters} onOpen={({ query }) => set(viewValues(query))} />
        {(ended > 0 || request.status === "Ended") && (
          <Button
            kind="quiet"
            aria-pressed={request.status === "Ended"}
            className="px-2! aria-pressed:bg-raised aria-pressed:text-text max-sm:hidden"
            onClick={() => ask({ status: request.status === "Ended" ? undefined : "Ended" })}
          >
            {t("Show ended ({count})", { count: ended })}
          </Button>
        )}
        <span className="-mr-2 flex-1" />
        <ViewSwitch isWall={isWall} onChange={(next) => set({ view: next ? "wall" : undefined })} />
        {!isWall && !isNarrow && <ColumnMenu titles={OPTIONAL_TITLES} hidden={hidden} onToggle={toggle} />}
        <RefreshMenu
          interval={parseRefresh(parameters.get("refresh"))}
          onChange={(interval) => set({ refresh: interval === DEFAULT_REFRESH ? undefined : String(interval) })}
          isLoading={list.isFetching}
          loadedAtMs={Math.max(list.dataUpdatedAt, list.errorUpdatedAt)}
          onRefresh={() => void list.refetch()}
        />
        <Button kind="primary" aria-label={t("New Sandbox")} onClick={() => setDialog({ kind: "new" })}>
          <Plus className="size-4" aria-hidden="true" />
          <span className="max-xs:hidden sm:hidden">{t("New")}</span>
          <span className="max-sm:hidden">{t("New Sandbox")}</span>
        </Button>
      </div>
      {/* An empty team sees the first steps in place of the list. */}
      {(total > 0 || ended > 0) && <FirstSteps onStart={startPhone} />}
      <FilterChips filters={filters} onRemove={(key) => ask({ [key]: undefined })} onClear={clearFilters} />
      <Suspense>
        <Listing
          sandboxes={data}
          hidden={hidden}
          sort={sort}
          onSort={(column) => ask({ sort: nextSort(sort, column) })}
          selection={selection}
          onSelect={setSelection}
          nowMs={nowMs}
          costs={costs}
          isLoading={list.isPending}
          error={list.error}
          hasSearch={search.trim() !== ""}
          filters={filters.map(({ label }) => label())}
          hiddenEnded={showsEnded ? 0 : ended}
          onRetry={() => void list.refetch()}
          onClear={() => ask({ q: undefined, ...clearedFilters(SANDBOX_FILTERS) })}
          onShowEnded={() => ask({ status: search.trim() === "" && filters.length === 0 ? "Ended" : "All" })}
          onSearch={(q) => ask({ q })}
          onDelete={(sandbox) => setDialog({ kind: "delete", sandboxes: [sandbox] })}
          onCreate={() => setDialog({ kind: "new" })}
          onStart={startPhone}
          isStarting={first.isPending}
        />
      </Suspense>
      <Pagination page={page} pageCount={pageCount} total={isKnown ? total : undefined} pageSize={pageSize}>
        {(total > SANDBOX_PAGE_SIZE || pageSize !== SANDBOX_PAGE_SIZE) && (
          <RowsMenu
            rows={pageSize}
            onChange={(rows) => ask({ rows: rows === SANDBOX_PAGE_SIZE ? undefined : String(rows) })}
          />
        )}
      </Pagination>
      {dialog?.kind === "new" && <NewSandboxDialog isOpen onClose={closeDialog} />}
      {selected.length > 0 && (
        <SelectionBar
          sandboxes={selected}
          deleteLabel={
            selected.length === 1
              ? t("Delete {name}", { name: selected.map(calledName).join() })
              : t("Delete {count} sandboxes", { count: selected.length })
          }
          onDelete={() => setDialog({ kind: "delete", sandboxes: selected })}
          onClear={() => setSelection(new Set())}
        />
      )}
      <DeleteSandboxesDialog
        sandboxes={dialog?.kind === "delete" ? dialog.sandboxes : NONE}
        onClose={closeDialog}
        onDeleted={(ids) => setSelection((current) => current.difference(new Set(ids)))}
      />
    </Page>
  );
}

const NONE: readonly Sandbox[] = [];
const EMPTY = { data: [], total: 0, running: 0, ended: 0 };
/** Wait for a pause in typing before searching. */
const SEARCH_DELAY_MS = 150;

function LastUpdated({ atMs }: { atMs: number }) {
  return (
    <span className="min-w-0 truncate font-mono text-xs text-mute max-sm:hidden">
      {t("Last updated {time}", { time: atMs === 0 ? "--:--:--" : formatClock(atMs) })}
    </span>
  );
}
