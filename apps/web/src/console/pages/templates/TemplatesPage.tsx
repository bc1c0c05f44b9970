import { SEEDED_TEMPLATES } from "@terrarium/contract/limits";
import { kindOf } from "@terrarium/contract/sandbox-kind";
import type { AttachedPhone, Template } from "@terrarium/contract/template";
import { Archive, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useTemplates } from "../../../api/templates.ts";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { Chip } from "../../../ui/Badge.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { FilterMenu } from "../../../ui/FilterMenu.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { Cell, type Column, EmptyRow, LoadingRows, Row, Table } from "../../../ui/Table.tsx";
import { lateDialog } from "../../../viewer/parts/late-view.tsx";
import { Page } from "../../layout/Page.tsx";
import { activeFilters, chosenEntries, clearedFilters, passes } from "../../parts/filters.ts";
import { formatDay, formatFull } from "../../parts/format.ts";
import { KIND_ICONS } from "../../parts/kind-icons.ts";
import { failureReason } from "../../parts/LoadFailure.tsx";
import { hourlyPrice, screenWords } from "../../parts/template-words.ts";
import { useNow } from "../../parts/use-now.ts";
import { useUrlState } from "../../parts/use-url-state.ts";
import { matchesTemplateSearch, TEMPLATE_FILTERS } from "./template-filters.ts";

const COLUMNS: readonly Column[] = [
  { title: "ID", widthPx: 150, narrowPx: 138 },
  { title: "NAME", widthPx: 170 },
  { title: "CPU", widthPx: 60 },
  { title: "MEMORY", widthPx: 95 },
  { title: "SCREEN", widthPx: 105 },
  { title: "PRICE PER HOUR", widthPx: 130 },
  { title: "CREATED AT", widthPx: 110 },
  { title: "UPDATED AT", widthPx: 110 },
  { title: "VISIBILITY", widthPx: 210, narrowPx: 124 },
];

const NewSandboxDialog = lateDialog("NewSandboxDialog", () => import("../../new-sandbox/NewSandboxDialog.tsx"));

export function TemplatesPage() {
  const { parameters, set } = useUrlState();
  const search = parameters.get("q") ?? "";
  const [newSandboxOf, setNewSandboxOf] = useState<string>();
  const nowMs = useNow();
  const active = activeFilters(TEMPLATE_FILTERS, parameters);
  const { data, error, isPending, isFetching, refetch } = useTemplates();
  useEffect(() => {
    if (error !== null) console.error("Failed to fetch templates", error);
  }, [error]);
  const shown = (error === null ? (data ?? []) : []).filter(
    (template) => passes(TEMPLATE_FILTERS, active, template, nowMs) && matchesTemplateSearch(template, search),
  );
  const isSearching = search.trim() !== "";
  const isFiltered = Object.keys(active).length > 0;
  const isEmpty = !isPending && error === null && shown.length === 0;
  const clearFilters = () => set(clearedFilters(TEMPLATE_FILTERS));
  const clear = () => set({ q: undefined, ...clearedFilters(TEMPLATE_FILTERS) });
  return (
    <Page title={t("TEMPLATES")} documentTitle={t("Templates")}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox value={search} onChange={(q) => set({ q })} placeholder={t("Find a template...")} />
        <FilterMenu
          sections={TEMPLATE_FILTERS}
          active={active}
          onChange={(key, value) => set({ [key]: value })}
          onClear={clearFilters}
        />
        <span className="flex-1 max-sm:hidden" />
        <Link to="/snapshots" className={buttonClass()}>
          <Archive className="size-3.5 text-mute" aria-hidden="true" />
          {t("Snapshots")}
        </Link>
      </div>
      <FilterChips
        filters={chosenEntries(TEMPLATE_FILTERS, parameters)}
        onRemove={(key) => set({ [key]: undefined })}
        onClear={clearFilters}
      />
      <Table label={t("Templates")} columns={COLUMNS} isLastPinned>
        {isPending && <LoadingRows columns={COLUMNS.length} rows={SEEDED_TEMPLATES} text={t("Loading templates...")} />}
        {error !== null && (
          <EmptyRow columns={COLUMNS.length}>
            <p role="alert" className="text-bad">
              {t("Failed to fetch templates")}
            </p>
            <p className="mt-1">{failureReason(error)}</p>
            <Button className="mt-4" onClick={() => void refetch()} isBusy={isFetching}>
              {t("Try Again")}
            </Button>
          </EmptyRow>
        )}
        {isEmpty && (
          <EmptyRow columns={COLUMNS.length}>
            <p>{isSearching ? t("No matching templates found") : t("No templates found")}</p>
            {data !== undefined && data.length > 0 && (
              <>
                {isFiltered && (
                  <p className="mt-1">
                    {isSearching
                      ? t("The search and the filters hide all {count}.", { count: data.length })
                      : t("The filters hide all {count}.", { count: data.length })}
                  </p>
                )}
                <Button className="mt-4" onClick={clear}>
                  {t("Clear search and filters")}
                </Button>
              </>
            )}
          </EmptyRow>
        )}
        {shown.map((template) => (
          <TemplateRow key={template.id} template={template} onNewSandbox={() => setNewSandboxOf(template.id)} />
        ))}
      </Table>
      {newSandboxOf !== undefined && (
        <NewSandboxDialog isOpen templateId={newSandboxOf} onClose={() => setNewSandboxOf(undefined)} />
      )}
    </Page>
  );
}

function TemplateRow({ template, onNewSandbox }: { template: Template; onNewSandbox: () => void }) {
  const { id, name, description, cpu, memory, provider, missing, phones, createdAt, updatedAt, visibility } = template;
  const KindIcon = KIND_ICONS[kindOf(template)];
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-0.5">
          <span className="truncate font-mono text-xs">{id}</span>
          <CopyButton
            text={id}
            label={t("Copy ID")}
            className="size-6! opacity-0 pointer-coarse:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
          />
        </span>
      </Cell>
      <Cell title={description === undefined ? name : `${name}: ${translate(description)}`}>
        <span className="flex items-center gap-2">
          <KindIcon className="size-4 shrink-0 text-mute max-sm:hidden" strokeWidth={1.7} aria-hidden="true" />
          <span className="truncate">{name}</span>
        </span>
        {provider !== undefined && (
          <span className="block text-xs text-mute sm:pl-6">
            {provider === "embedded" ? t("Runs on this server") : provider}
          </span>
        )}
        {phones !== undefined && (
          <span className="block text-xs text-mute sm:pl-6" title={phones.map(phoneWords).join("\n")}>
            {t("{free} of {count} free", {
              free: phones.filter(({ state }) => state === "free").length,
              count: phones.length,
            })}
          </span>
        )}
        {missing !== undefined && (
          <span className="block text-xs whitespace-normal text-bad sm:pl-6">
            {t("Not available")}: {missing.map(translate).join("; ")}
          </span>
        )}
      </Cell>
      <Cell>{cpu ?? t("N/A")}</Cell>
      <Cell>{memory === undefined ? t("N/A") : `${memory} MB`}</Cell>
      <Cell className="tabular-nums">{screenWords(template)}</Cell>
      <Cell className="tabular-nums">{hourlyPrice(template) ?? t("N/A")}</Cell>
      <Cell className="text-mute">
        <time dateTime={createdAt} title={formatFull(createdAt)}>
          {formatDay(createdAt)}
        </time>
      </Cell>
      <Cell className="text-mute">
        <time dateTime={updatedAt} title={formatFull(updatedAt)}>
          {formatDay(updatedAt)}
        </time>
      </Cell>
      <Cell>
        <span className="flex items-center justify-between">
          <Chip>{translate(visibility)}</Chip>
          <Button
            kind="quiet"
            className="-mr-2 px-2!"
            aria-label={t("New Sandbox from {template}", { template: name })}
            disabled={missing !== undefined}
            onClick={onNewSandbox}
          >
            <Plus className="size-4" aria-hidden="true" />
            <span className="max-sm:hidden">{t("New Sandbox")}</span>
          </Button>
        </span>
      </Cell>
    </Row>
  );
}

const STATE_WORDS: Readonly<Record<AttachedPhone["state"], string>> = {
  free: "free",
  "in use": "in use",
  cleaning: "cleaning",
  "set aside": "quarantined",
  offline: "offline",
};

/** Returns a phone's model, state, battery level and temperature, in words. */
function phoneWords({ model, state, batteryPercent, temperatureC }: AttachedPhone): string {
  const battery = batteryPercent === undefined ? [] : [`${batteryPercent} %`];
  const temperature = temperatureC === undefined ? [] : [`${temperatureC} °C`];
  return `${model}: ${[translate(STATE_WORDS[state]), ...battery, ...temperature].join(", ")}`;
}
