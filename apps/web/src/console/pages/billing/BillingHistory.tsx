import type { Invoice } from "@terrarium/contract/billing";
import { Download } from "lucide-react";
import { useInvoiceDownload } from "../../../api/billing.ts";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Cell, type Column, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { saveBlob } from "../../../viewer/parts/save-blob.ts";
import { formatDollars } from "../../parts/format-money.ts";
import { formatMonth, formatUtcDay } from "../../parts/format.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { Section } from "../../parts/Section.tsx";

const COLUMNS: readonly Column[] = [
  { title: "Invoice", widthPx: 210 },
  { title: "Date", widthPx: 130 },
  { title: "Amount", widthPx: 110 },
  { title: "Status", widthPx: 150 },
  { title: "Description", widthPx: 300 },
  { title: "Download", widthPx: 130 },
];
const SKELETON_ROWS = 2;

/** The invoices of a team. Undefined while loading. */
export function BillingHistory({ invoices }: { invoices: readonly Invoice[] | undefined }) {
  return (
    <Section title={t("Billing History")} description={t("One invoice for each month (UTC) with usage.")}>
      <Table label={t("Billing History")} columns={COLUMNS}>
        {invoices === undefined && <SkeletonRows columns={COLUMNS.length} rows={SKELETON_ROWS} />}
        {invoices?.length === 0 && (
          <EmptyRow columns={COLUMNS.length}>
            <p className="text-base font-medium text-text">{t("No invoices yet")}</p>
            <p className="mt-1">{t("The first invoice is issued after the first month with usage.")}</p>
          </EmptyRow>
        )}
        {invoices?.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </Table>
    </Section>
  );
}

/** Returns the status of an invoice. Credits are not a payment, so an amount covered by credits has its own text. */
const statusWords = ({ status, amount, creditsMicroDollars }: Invoice): string =>
  status === "paid" && amount === 0 && creditsMicroDollars > 0 ? t("paid with credits") : translate(status);

function descriptionWords({ from, part }: Invoice): string {
  const month = formatMonth(from);
  return part > 1 ? t("Sandbox usage, {month} (rest)", { month }) : t("Sandbox usage, {month}", { month });
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { id, date, amount, status } = invoice;
  const team = useTeam();
  const words = descriptionWords(invoice);
  const download = useInvoiceDownload(team.id);
  const save = () =>
    download.mutate(id, {
      onSuccess: (pdf) => saveBlob(pdf, `${id}.pdf`),
      onError: reportFailure("Failed to download invoice"),
    });
  return (
    <Row>
      <Cell className="font-mono text-xs!">{id}</Cell>
      <Cell className="text-mute">{formatUtcDay(date)}</Cell>
      <Cell>{formatDollars(amount)}</Cell>
      <Cell>
        <Badge isAlive={status === "paid"}>{statusWords(invoice)}</Badge>
      </Cell>
      <Cell className="text-mute" title={words}>
        {words}
      </Cell>
      <Cell>
        <Button
          kind="quiet"
          className="-ml-2 h-7! px-2!"
          aria-label={t("Download invoice {id}", { id })}
          onClick={save}
          isBusy={download.isPending}
        >
          {!download.isPending && <Download className="size-3.5" aria-hidden="true" />}
          {t("Download")}
        </Button>
      </Cell>
    </Row>
  );
}
