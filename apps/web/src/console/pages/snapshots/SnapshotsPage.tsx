import type { Snapshot } from "@terrarium/contract/snapshots";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useSnapshots } from "../../../api/snapshots.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { buttonClass } from "../../../ui/Button.tsx";
import { type Column, EmptyRow, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { lateDialog } from "../../../viewer/parts/late-view.tsx";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { Allowance } from "./Allowance.tsx";
import { RemoveSnapshotDialog } from "./RemoveSnapshotDialog.tsx";
import { SnapshotRow } from "./SnapshotRow.tsx";

const COLUMNS: readonly Column[] = [
  { title: "Name", widthPx: 220, narrowPx: 140 },
  { title: "Source", widthPx: 240 },
  { title: "By", widthPx: 150 },
  { title: "Size", widthPx: 100 },
  { title: "When", widthPx: 130 },
  { title: "Actions", widthPx: 230, narrowPx: 124 },
];
const SKELETON_ROWS = 3;

const NewSandboxDialog = lateDialog("NewSandboxDialog", () => import("../../new-sandbox/NewSandboxDialog.tsx"));

/** The team's snapshots, from which new sandboxes can start. */
export function SnapshotsPage() {
  const team = useTeam();
  const { data, error, isFetching, refetch } = useSnapshots(team.id);
  const [removed, setRemoved] = useState<Snapshot>();
  const [begun, setBegun] = useState<Snapshot>();
  return (
    <Page title={t("SNAPSHOTS")} documentTitle={t("Snapshots")}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-mute">
          {t("Saved files of this team's sandboxes. New Linux, browser and desktop sandboxes can start from them.")}
        </p>
        <span className="flex-1" />
        <Link to="/templates" className={buttonClass()}>
          <ArrowLeft className="size-3.5 text-mute" aria-hidden="true" />
          {t("Templates")}
        </Link>
      </div>
      {error === null ? (
        <>
          <Allowance snapshots={data} />
          <Table label={t("Snapshots")} columns={COLUMNS} isLastPinned>
            {data === undefined && <SkeletonRows columns={COLUMNS.length} rows={SKELETON_ROWS} />}
            {data?.length === 0 && <NoSnapshots />}
            {data?.map((snapshot) => (
              <SnapshotRow
                key={snapshot.id}
                snapshot={snapshot}
                onBegin={() => setBegun(snapshot)}
                onRemove={() => setRemoved(snapshot)}
              />
            ))}
          </Table>
        </>
      ) : (
        <LoadFailure
          title={t("Failed to load snapshots")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <RemoveSnapshotDialog snapshot={removed} onClose={() => setRemoved(undefined)} />
      {begun !== undefined && <NewSandboxDialog isOpen snapshot={begun} onClose={() => setBegun(undefined)} />}
    </Page>
  );
}

function NoSnapshots() {
  return (
    <EmptyRow columns={COLUMNS.length}>
      <p className="text-base font-medium text-text">{t("No snapshots")}</p>
      <p className="mt-1 max-w-prose">
        {t("Open a Linux, browser or desktop sandbox and choose Save snapshot. Its home directory is saved here.")}
      </p>
      <Link to="/sandboxes" className={buttonClass("plain", "mt-4")}>
        {t("Sandboxes")}
      </Link>
    </EmptyRow>
  );
}
