import type { Webhook } from "@terrarium/contract/webhooks";
import { ArrowLeft, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useRole } from "../../../api/use-role.ts";
import { useWebhooks } from "../../../api/webhooks.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ChipLine } from "../../../ui/Badge.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Cell, type Column, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { DeleteWebhookDialog } from "./DeleteWebhookDialog.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import { WebhookStatus } from "./WebhookStatus.tsx";

const STATUS: Column = { title: "Status", widthPx: 250 };
const COLUMNS: readonly Column[] = [
  { title: "Address", widthPx: 300 },
  { title: "Events", widthPx: 300 },
  STATUS,
  { title: "Actions", widthPx: 230, narrowPx: 204 },
];
/** On narrow screens the status is shown with the address, so that it needs no scrolling. */
const NARROW_COLUMNS = COLUMNS.filter((column) => column !== STATUS);
const SKELETON_ROWS = 2;

type OpenDialog = { kind: "new" } | { kind: "edit" | "delete"; webhook: Webhook } | { kind: "secret"; secret: string };

/** The team's webhooks and their deliveries. */
export function WebhooksPage() {
  const team = useTeam();
  const role = useRole();
  const mayChange = role !== "member";
  const { data, error, isFetching, refetch } = useWebhooks(team.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = data?.find(({ id }) => id === chosenId);
  const closeDialog = () => setDialog(undefined);
  const isNarrow = useMedia(NARROW);
  const columns = isNarrow ? NARROW_COLUMNS : COLUMNS;
  return (
    <Page title={t("WEBHOOKS")} documentTitle={t("Webhooks")}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-mute">{t("Get this team's sandbox events at your endpoint.")}</p>
        <span className="flex-1" />
        <Link to="/api-keys" className={buttonClass()}>
          <ArrowLeft className="size-3.5 text-mute" aria-hidden="true" />
          {t("API Keys")}
        </Link>
        {mayChange && (
          <Button kind="primary" onClick={() => setDialog({ kind: "new" })}>
            <Plus className="size-4" aria-hidden="true" />
            {t("New Webhook")}
          </Button>
        )}
      </div>
      {/* Keep the loaded webhooks while the server is briefly unreachable. */}
      {error === null || data !== undefined ? (
        <Table label={t("Webhooks")} columns={columns} isLastPinned>
          {data === undefined && <SkeletonRows columns={columns.length} rows={SKELETON_ROWS} />}
          {data?.length === 0 && (
            <EmptyRow columns={columns.length}>
              <p className="text-base font-medium text-text">{t("No webhooks")}</p>
              <p className="mt-1">{t("Owners and admins can add an endpoint that receives signed events.")}</p>
            </EmptyRow>
          )}
          {data?.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              mayChange={mayChange}
              isNarrow={isNarrow}
              onShow={() => setChosenId(webhook.id === chosenId ? undefined : webhook.id)}
              isShown={webhook.id === chosenId}
              onEdit={() => setDialog({ kind: "edit", webhook })}
              onDelete={() => setDialog({ kind: "delete", webhook })}
            />
          ))}
        </Table>
      ) : (
        <LoadFailure
          title={t("Failed to load webhooks")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {chosen !== undefined && <Deliveries key={chosen.id} webhook={chosen} mayChange={mayChange} />}
      <WebhookDialog
        isOpen={dialog?.kind === "new" || dialog?.kind === "edit"}
        webhook={dialog?.kind === "edit" ? dialog.webhook : undefined}
        onClose={closeDialog}
        onSecret={(secret) => setDialog({ kind: "secret", secret })}
      />
      <SecretDialog secret={dialog?.kind === "secret" ? dialog.secret : undefined} onClose={closeDialog} />
      <DeleteWebhookDialog webhook={dialog?.kind === "delete" ? dialog.webhook : undefined} onClose={closeDialog} />
    </Page>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  mayChange: boolean;
  isNarrow: boolean;
  isShown: boolean;
  onShow: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function WebhookRow({ webhook, mayChange, isNarrow, isShown, onShow, onEdit, onDelete }: WebhookRowProps) {
  const { url, events } = webhook;
  return (
    <Row>
      <Cell title={url}>
        {isNarrow ? (
          <>
            <span className="my-1 line-clamp-2 font-mono text-xs break-all whitespace-normal">{url}</span>
            <WebhookStatus webhook={webhook} />
          </>
        ) : (
          <span className="font-mono text-xs">{url}</span>
        )}
      </Cell>
      <Cell>
        <ChipLine texts={events} />
      </Cell>
      {!isNarrow && (
        <Cell>
          <WebhookStatus webhook={webhook} />
        </Cell>
      )}
      <Cell>
        <Button
          kind="quiet"
          className="-ml-2 h-7! px-2!"
          aria-label={t("Deliveries to {url}", { url })}
          aria-expanded={isShown}
          onClick={onShow}
        >
          {t("Deliveries")}
        </Button>
        {mayChange && (
          <>
            <Button kind="quiet" className="h-7! px-2!" aria-label={t("Edit {name}", { name: url })} onClick={onEdit}>
              {t("Edit")}
            </Button>
            <Button
              kind="quiet-danger"
              className="h-7! px-2!"
              aria-label={t("Delete {name}", { name: url })}
              onClick={onDelete}
            >
              {t("Delete")}
            </Button>
          </>
        )}
      </Cell>
    </Row>
  );
}
