import { AUDIT_PAGE_SIZE, AUDIT_RETENTION_DAYS, type AuditEntry } from "@terrarium/contract/audit";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { type AuditFilter, useAuditExport, useAuditLog } from "../../../api/audit.ts";
import { useMembers } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { FilterMenu, type FilterSection } from "../../../ui/FilterMenu.tsx";
import { Cell, type Column, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { saveBlob } from "../../../viewer/save-blob.ts";
import { formatFull, formatMoment } from "../../format.ts";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../LoadFailure.tsx";
import { Pagination } from "../../Pagination.tsx";
import { reportFailure } from "../../report-failure.ts";
import { useUrlState } from "../../use-url-state.ts";
import { actionWords, targetWords } from "./audit-words.ts";

const COLUMNS: readonly Column[] = [
  { title: "When", widthPx: 160 },
  { title: "Who", widthPx: 150 },
  { title: "What", widthPx: 220 },
  { title: "Target", widthPx: 240 },
  { title: "From", widthPx: 140 },
  { title: "Outcome", widthPx: 200 },
];

const parsePage = (text: string | null): number => Math.max(1, Math.trunc(Number(text)) || 1);

export function AuditPage() {
  const team = useTeam();
  const { parameters, set } = useUrlState();
  const page = parsePage(parameters.get("page"));
  const members = useMembers(team.id);
  const actorId = parameters.get("actor") ?? undefined;
  const outcome = parameters.get("outcome") ?? undefined;
  const filter: AuditFilter = { organizationId: team.id, actorId, outcome };
  const { data, error, isFetching, refetch } = useAuditLog(filter, page);
  useEffect(() => {
    if (error !== null) console.error("The audit log could not be loaded", error);
  }, [error]);
  const sections: FilterSection[] = [
    {
      title: "Outcome",
      entries: [
        { key: "outcome", value: "ok", label: () => t("Done") },
        { key: "outcome", value: "error", label: () => t("Refused") },
      ],
    },
    {
      title: "Member",
      entries: (members.data ?? []).map(({ userId, name }) => ({ key: "actor", value: userId, label: () => name })),
    },
  ];
  const total = data?.total ?? 0;
  return (
    <Page title={t("AUDIT LOG")} documentTitle={t("Audit log")}>
      <div className="flex flex-wrap items-center gap-2">
        <FilterMenu
          sections={sections}
          active={{ outcome, actor: actorId }}
          onChange={(key, value) => set({ [key]: value, page: undefined })}
          onClear={() => set({ outcome: undefined, actor: undefined, page: undefined })}
        />
        <p className="text-sm text-mute max-sm:hidden">
          {t("What was changed in {team}, or was to be. Kept for {days} days.", {
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
            {data?.data.length === 0 && (
              <EmptyRow columns={COLUMNS.length}>
                <p>
                  {outcome === undefined && actorId === undefined
                    ? t("Nothing was changed yet")
                    : t("No matching entries")}
                </p>
              </EmptyRow>
            )}
            {data?.data.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </Table>
          <Pagination
            page={page}
            pageCount={Math.max(1, Math.ceil(total / AUDIT_PAGE_SIZE))}
            total={data?.total}
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

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, actorKind, actorId, actorName, action, targets, ip, userAgent, outcome, requestId } = entry;
  const target = targetWords(targets);
  return (
    <Row>
      <Cell className="text-mute">
        <time dateTime={at} title={formatFull(at)}>
          {formatMoment(at)}
        </time>
      </Cell>
      <Cell title={actorId ?? undefined}>
        {actorName ?? actorId ?? "–"}
        {actorKind === "api_key" && <span className="text-mute"> {t("(API key)")}</span>}
      </Cell>
      <Cell title={action}>{actionWords(action)}</Cell>
      <Cell className="font-mono text-xs! text-mute" title={target}>
        {target}
      </Cell>
      <Cell className="font-mono text-xs! text-mute" title={userAgent ?? undefined}>
        {ip}
      </Cell>
      <Cell className={outcome === "ok" ? "text-accent" : "text-bad"} title={t("Request {id}", { id: requestId })}>
        {outcome === "ok" ? t("Done") : outcome}
      </Cell>
    </Row>
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
