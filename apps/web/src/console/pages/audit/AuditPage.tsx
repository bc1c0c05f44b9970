import { AUDIT_EXPORT_MAX_ROWS, AUDIT_PAGE_SIZE, AUDIT_RETENTION_DAYS } from "@terrarium/contract/audit";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { type AuditFilter, useAuditExport, useAuditLog } from "../../../api/audit.ts";
import { useMembers } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { FilterMenu, type FilterSection } from "../../../ui/FilterMenu.tsx";
import { type Column, EmptyRow, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { saveBlob } from "../../../viewer/parts/save-blob.ts";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { Pagination } from "../../parts/Pagination.tsx";
import { parsePage } from "../../parts/parse-page.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { useUrlState } from "../../parts/use-url-state.ts";
import { actionWords, TEAM_ACTIONS } from "./audit-words.ts";
import { EntryRows } from "./EntryRows.tsx";

const COLUMNS: readonly Column[] = [
  { title: "When", widthPx: 170 },
  { title: "Who", widthPx: 170, narrowPx: 120 },
  { title: "What", widthPx: 220, narrowPx: 190 },
  { title: "Target", widthPx: 300, narrowPx: 230 },
  { title: "Outcome", widthPx: 210, narrowPx: 180 },
];

/** Entries beyond this number are neither counted nor paged. */
const MAX_PAGES = Math.ceil(AUDIT_EXPORT_MAX_ROWS / AUDIT_PAGE_SIZE);

export function AuditPage() {
  const team = useTeam();
  const { parameters, set, correct } = useUrlState();
  const page = parsePage(parameters.get("page"), MAX_PAGES);
  const members = useMembers(team.id);
  const actorId = parameters.get("actor") ?? undefined;
  const action = parameters.get("action") ?? undefined;
  const outcome = parameters.get("outcome") ?? undefined;
  const filter: AuditFilter = { organizationId: team.id, actorId, action, outcome };
  const isFiltered = [actorId, action, outcome].some((value) => value !== undefined);
  const { data, error, isSuccess, isPlaceholderData, isFetching, refetch } = useAuditLog(filter, page);
  useEffect(() => {
    if (error !== null) console.error("The audit log could not be loaded", error);
  }, [error]);
  const sections: FilterSection[] = [
    {
      title: "Outcome",
      entries: [
        { key: "outcome", value: OUTCOME_OK, label: () => t("Done") },
        { key: "outcome", value: "error", label: () => t("Refused") },
      ],
    },
    {
      title: "Member",
      entries: (members.data ?? []).map(({ userId, name }) => ({ key: "actor", value: userId, label: () => name })),
    },
    {
      title: "What",
      entries: TEAM_ACTIONS.map((value) => ({ key: "action", value, label: () => actionWords(value) })),
    },
  ];
  const pageCount = Math.min(MAX_PAGES, Math.max(1, Math.ceil((data?.total ?? 0) / AUDIT_PAGE_SIZE)));
  useEffect(() => {
    if (isSuccess && !isPlaceholderData && page > pageCount) correct({ page: String(pageCount) });
  });
  return (
    <Page title={t("AUDIT LOG")} documentTitle={t("Audit log")}>
      <div className="flex flex-wrap items-center gap-2">
        <FilterMenu
          sections={sections}
          active={{ outcome, actor: actorId, action }}
          onChange={(key, value) => set({ [key]: value, page: undefined })}
          onClear={() => set({ outcome: undefined, actor: undefined, action: undefined, page: undefined })}
        />
        <p className="text-sm text-mute max-sm:hidden">
          {t("Changes and refused attempts in {team}. Kept for {days} days.", {
            team: team.name,
            days: AUDIT_RETENTION_DAYS,
          })}
        </p>
        <span className="flex-1" />
        <ExportButton filter={filter} />
      </div>
      {error === null ? (
        <>
          <Table label={t("Audit log")} columns={COLUMNS}>
            {data === undefined && <SkeletonRows columns={COLUMNS.length} rows={AUDIT_PAGE_SIZE} />}
            {data?.total === 0 && (
              <EmptyRow columns={COLUMNS.length}>
                <p>{isFiltered ? t("No matching entries") : t("No changes yet")}</p>
              </EmptyRow>
            )}
            {data?.data.map((entry) => (
              <EntryRows key={entry.id} entry={entry} columns={COLUMNS.length} />
            ))}
          </Table>
          <Pagination
            page={page}
            pageCount={pageCount}
            total={data?.total}
            most={AUDIT_EXPORT_MAX_ROWS}
            pageSize={AUDIT_PAGE_SIZE}
          />
        </>
      ) : (
        <LoadFailure
          title={t("Failed to load the audit log")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const download = useAuditExport();
  const save = () =>
    download.mutate(filter, {
      onSuccess: (csv) => saveBlob(csv, "audit-log.csv"),
      onError: reportFailure("Failed to export the audit log"),
    });
  return (
    <Button onClick={save} isBusy={download.isPending}>
      {!download.isPending && <Download className="size-3.5 text-mute" aria-hidden="true" />}
      {t("Export CSV")}
    </Button>
  );
}
