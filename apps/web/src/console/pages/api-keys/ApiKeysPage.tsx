import type { ApiKey } from "@terrarium/contract/api-key";
import { ArrowUpRight, BookOpen, Play, Plus, Webhook } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { useApiKeys } from "../../../api/api-keys.ts";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Cell, type Column, EmptyRow, LoadingRows, Row, Table } from "../../../ui/Table.tsx";
import { Page } from "../../layout/Page.tsx";
import { installCommand } from "../../new-sandbox/snippets.ts";
import { formatAgo, formatDay, formatFull } from "../../parts/format.ts";
import { API_DOCS_PATH, SDK_REPOSITORY_URL } from "../../parts/links.ts";
import { failureReason } from "../../parts/LoadFailure.tsx";
import { useNow } from "../../parts/use-now.ts";
import { ApiKeyCell } from "./ApiKeyCell.tsx";
import { DeleteKeyDialog } from "./DeleteKeyDialog.tsx";
import { reportKeyError } from "./key-errors.ts";
import { scopeMeaning, scopeName } from "./key-words.ts";
import { KeyDetailsDialog } from "./KeyDetailsDialog.tsx";
import { KeyExpiry } from "./KeyExpiry.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { useFirstKey } from "./use-first-key.ts";

const COLUMNS: readonly Column[] = [
  { title: "NAME", widthPx: 120 },
  { title: "API KEY", widthPx: 264 },
  { title: "SCOPE", widthPx: 100 },
  { title: "EXPIRES AT", widthPx: 110 },
  { title: "LAST USED", widthPx: 120 },
  { title: "CREATED AT", widthPx: 110 },
  { title: "UPDATED AT", widthPx: 110 },
  { title: "ACTIONS", widthPx: 150 },
];

export function ApiKeysPage() {
  const team = useTeam();
  const { data, error, isPending, isFetching, refetch } = useApiKeys(team.id);
  const isCreatingFirst = useFirstKey(team.id, data, reportKeyError.create);
  const [dialog, setDialog] = useState<{ kind: "new" } | { kind: "details" | "delete"; key: ApiKey }>();
  const closeDialog = () => setDialog(undefined);
  const nowMs = useNow();
  const report = useEffectEvent(() => reportKeyError.fetch(error));
  // Reports the failure once, however often the console retries.
  const isFailed = error !== null;
  useEffect(() => {
    if (isFailed) report();
  }, [isFailed]);
  const isLoading = isPending || (data?.length === 0 && isCreatingFirst);
  return (
    <Page title={t("API KEYS")} documentTitle={t("API Keys")}>
      <div className="flex flex-wrap items-center gap-2">
        <SdkNotice />
        <span className="flex-1 max-sm:hidden" />
        <a href={API_DOCS_PATH} target="_blank" rel="noreferrer" className={buttonClass()}>
          <BookOpen className="size-3.5 text-mute" aria-hidden="true" />
          {t("API documentation")}
        </a>
        <Link to="/webhooks" className={buttonClass()}>
          <Webhook className="size-3.5 text-mute" aria-hidden="true" />
          {t("Webhooks")}
        </Link>
        <Link to="/playground" className={buttonClass()}>
          <Play className="size-3.5 text-mute" aria-hidden="true" />
          {t("Playground")}
        </Link>
        <Button kind="primary" onClick={() => setDialog({ kind: "new" })}>
          <Plus className="size-4" aria-hidden="true" />
          {t("New API Key")}
        </Button>
      </div>
      <Table label={t("API keys")} columns={COLUMNS} isLastPinned>
        {isLoading && <LoadingRows columns={COLUMNS.length} rows={1} text={t("Loading...")} />}
        {!isLoading && error !== null && (
          <EmptyRow columns={COLUMNS.length}>
            <p className="text-bad">
              {t("{failure}: {reason}", { failure: t("Error fetching API keys"), reason: failureReason(error) })}
            </p>
            <Button className="mt-4" onClick={() => void refetch()} isBusy={isFetching}>
              {t("Try Again")}
            </Button>
          </EmptyRow>
        )}
        {!isLoading && error === null && data?.length === 0 && (
          <EmptyRow columns={COLUMNS.length}>
            <p className="text-base font-medium text-text">{t("No API keys")}</p>
            <p className="mt-1">{t("Programs need a key to create and control sandboxes of this team.")}</p>
            <Button kind="primary" className="mt-4" onClick={() => setDialog({ kind: "new" })}>
              {t("New API Key")}
            </Button>
          </EmptyRow>
        )}
        {error === null &&
          data?.map((key) => (
            <Row key={key.id}>
              <Cell className="font-medium" title={key.name}>
                {key.name}
              </Cell>
              <ApiKeyCell apiKey={key.key} />
              <Cell title={scopeMeaning(key.scope)}>{scopeName(key.scope)}</Cell>
              <Cell className="text-mute">
                {key.expiresAt === null ? t("Never") : <KeyExpiry at={key.expiresAt} nowMs={nowMs} />}
              </Cell>
              <Cell className="text-mute">
                {key.lastUsedAt === null ? (
                  t("Never")
                ) : (
                  <time dateTime={key.lastUsedAt} title={formatFull(key.lastUsedAt)}>
                    {formatAgo(key.lastUsedAt, nowMs)}
                  </time>
                )}
              </Cell>
              <DayCell at={key.createdAt} />
              <DayCell at={key.updatedAt} />
              <Cell>
                <Button
                  kind="quiet"
                  className="-ml-2 h-7! px-2!"
                  aria-label={t("Details of {name}", { name: key.name })}
                  onClick={() => setDialog({ kind: "details", key })}
                >
                  {t("Details")}
                </Button>
                <Button
                  kind="quiet-danger"
                  className="h-7! px-2!"
                  aria-label={t("Delete {name}", { name: key.name })}
                  onClick={() => setDialog({ kind: "delete", key })}
                >
                  {t("Delete")}
                </Button>
              </Cell>
            </Row>
          ))}
      </Table>
      <NewKeyDialog isOpen={dialog?.kind === "new"} onClose={closeDialog} />
      <KeyDetailsDialog
        apiKey={dialog?.kind === "details" ? data?.find(({ id }) => id === dialog.key.id) : undefined}
        onClose={closeDialog}
      />
      <DeleteKeyDialog apiKey={dialog?.kind === "delete" ? dialog.key : undefined} onClose={closeDialog} />
    </Page>
  );
}

/** A date, with the time on hover. */
const DayCell = ({ at }: { at: string }) => (
  <Cell className="text-mute">
    <time dateTime={at} title={formatFull(at)}>
      {formatDay(at)}
    </time>
  </Cell>
);

function SdkNotice() {
  return (
    <p className="text-sm text-mute">
      {rich("Use a key with the {sdk}: {command}", {
        sdk: (
          <a
            href={SDK_REPOSITORY_URL}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-0.5 text-text underline decoration-line2 underline-offset-4 hover:decoration-accent"
          >
            {t("alpha SDK")}
            <ArrowUpRight className="size-3.5 text-faint" aria-hidden="true" />
          </a>
        ),
        command: (
          <code className="font-mono text-xs break-words text-text">{installCommand(window.location.origin)}</code>
        ),
      })}
    </p>
  );
}
