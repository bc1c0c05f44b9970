import type { TeamLimits } from "@terrarium/contract/budget";
import type { Organization } from "@terrarium/contract/organization";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTeamLimits } from "../../api/budget.ts";
import { useRole } from "../../api/use-role.ts";
import { t } from "../../language/text.ts";
import { useClockOffset } from "../../session/server-clock.ts";
import { formatDollars, formatMicroDollars } from "../parts/format-money.ts";
import { formatUtcDay } from "../parts/format.ts";

/**
 * Banner on every page while the budget or the sandbox quota blocks new sandboxes. Links to the page where the user can
 * resolve it.
 */
export function LimitBanner({ team }: { team: Organization }) {
  // A failed request needs no message here: the page itself reports an unreachable server.
  const { data } = useTeamLimits(team.id);
  if (data === undefined) return null;
  return (
    <>
      {data.budget !== null && <BudgetBanner budget={data.budget} />}
      {data.sandboxes.count >= data.sandboxes.limit && <QuotaBanner limit={data.sandboxes.limit} />}
    </>
  );
}

function BudgetBanner({ budget }: { budget: NonNullable<TeamLimits["budget"]> }) {
  const canRaise = useRole() !== "member";
  return (
    <Banner way={<Way to="/budget">{canRaise ? t("Change the limit") : t("View budget")}</Way>}>
      {t(
        "Budget limit of {limit} reached ({used} spent). New sandboxes and API requests are blocked until the limit is raised or until {day}.",
        {
          limit: formatDollars(budget.limitDollars),
          used: formatMicroDollars(budget.usedMicroDollars),
          day: formatUtcDay(budget.to),
        },
      )}
    </Banner>
  );
}

function QuotaBanner({ limit }: { limit: number }) {
  return (
    <Banner
      way={
        <>
          <Way to="/sandboxes">{t("Sandboxes")}</Way>
          <Way to="/billing">{t("Plans")}</Way>
        </>
      }
    >
      {t("All {limit} sandboxes of the team's plan are in use. End or delete one to start another.", {
        limit,
      })}
    </Banner>
  );
}

/** Banner on every page while the computer's clock is wrong. */
export function ClockBanner() {
  const offsetMs = useClockOffset();
  if (offsetMs === 0) return null;
  return (
    <Banner>
      {t("This computer's clock is off by {minutes} min. Ages and expiry times use the server's clock.", {
        minutes: Math.round(Math.abs(offsetMs) / 60_000),
      })}
    </Banner>
  );
}

function Banner({ way, children }: { way?: ReactNode; children: ReactNode }) {
  return (
    <output className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn sm:px-5">
      <TriangleAlert className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-72">{children}</p>
      <span className="flex gap-3">{way}</span>
    </output>
  );
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-medium whitespace-nowrap underline underline-offset-2">
    {children}
  </Link>
);
