import { Fragment } from "react";
import { t } from "../../language/text.ts";
import { fragmentOf } from "../parts/address.ts";
import { joinPath, segmentsOf } from "./device-path.ts";

/** The path from the root to the folder, each step a link. */
export function Breadcrumbs({ path }: { path: string }) {
  const segments = segmentsOf(path);
  return (
    <nav aria-label={t("Path")} className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
      <ol className="flex w-max items-center font-mono text-xs text-faint">
        <li>
          <Step href={fragmentOf("list-files", "/")} label="/" isCurrent={segments.length === 0} />
        </li>
        {segments.map((name, i) => {
          const target = joinPath(...segments.slice(0, i + 1));
          return (
            <Fragment key={target}>
              {i > 0 && <li aria-hidden="true">/</li>}
              <li>
                <Step href={fragmentOf("list-files", target)} label={name} isCurrent={i === segments.length - 1} />
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}

function Step({ href, label, isCurrent }: { href: string; label: string; isCurrent: boolean }) {
  const place = "block rounded px-1.5 py-1";
  if (isCurrent) {
    return (
      <span aria-current="page" className={`${place} font-medium text-text`}>
        {label}
      </span>
    );
  }
  return (
    <a href={href} className={`${place} text-mute transition-colors hover:bg-raised hover:text-text`}>
      {label}
    </a>
  );
}
