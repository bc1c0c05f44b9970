import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import type { ReactNode } from "react";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { Chip } from "../../../ui/Badge.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { formatFull } from "../../parts/format.ts";
import { metadataTexts } from "../../parts/sandbox-filters.ts";
import { endWords } from "../sandboxes/end-words.ts";

const screenRow = (sandbox: SandboxDetails | undefined): [string, ReactNode] => [
  t("Screen"),
  sandbox?.resolution && `${sandbox.resolution.width} × ${sandbox.resolution.height}`,
];

/** Properties of the sandbox. */
export function Details({ sandbox }: { sandbox: SandboxDetails | undefined }) {
  const metadata = sandbox === undefined ? [] : metadataTexts(sandbox);
  const rows: [string, ReactNode][] = [
    [t("Status"), sandbox && translate(sandbox.status)],
    [t("Template"), sandbox && `${sandbox.templateName} (${sandbox.templateId})`],
    ...(hasScreen(sandbox?.kind) ? [screenRow(sandbox)] : []),
    [t("CPU cores"), sandbox?.cpu],
    [t("Memory"), sandbox && `${sandbox.memory} MB`],
    [t("Started"), sandbox && formatFull(sandbox.startedAt)],
    [endLabel(sandbox), sandbox && formatFull(sandbox.endedAt ?? sandbox.expiresAt)],
    ...(sandbox?.endReason == null ? [] : [[t("Reason"), endWords(sandbox.endReason)] satisfies [string, string]]),
    [
      t("Metadata"),
      metadata.length === 0 ? (
        sandbox && "-"
      ) : (
        <span className="flex flex-wrap gap-1">
          {metadata.map((text) => (
            <Chip key={text}>{text}</Chip>
          ))}
        </span>
      ),
    ],
  ];
  return (
    <div className="h-full overflow-y-auto p-4 sm:p-5">
      <dl className="grid max-w-xl grid-cols-[minmax(104px,auto)_1fr] overflow-hidden rounded-[10px] border border-line bg-panel text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line last:border-0">
            <dt className="px-3.5 py-2.5 text-mute">{name}</dt>
            <dd className="min-w-0 px-3.5 py-2.5 break-words tabular-nums">
              {value === undefined ? <Skeleton className="mt-1 h-3 w-28" /> : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function endLabel(sandbox: SandboxDetails | undefined): string {
  if (sandbox?.status === "Stopped") return t("Kept until");
  return sandbox?.endedAt == null ? t("Ends") : t("Ended");
}
