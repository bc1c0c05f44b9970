import type { Billing } from "@terrarium/contract/billing";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useManagePlan, useUpgrade } from "../../../api/billing.ts";
import { type Label, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button, type ButtonProps } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { reportIfLeft } from "../../parts/report-failure.ts";
import type { Plan } from "./plans.ts";

export interface PlanCardProps {
  plan: Plan;
  /** The team's plan, and whether it can be changed here. Undefined while loading. */
  billing: Pick<Billing, "plan" | "paymentsConfigured"> | undefined;
  /** State of the team's one-time credits. */
  credits: ReactNode;
}

export function PlanCard({ plan, billing, credits }: PlanCardProps) {
  const isCurrent = plan.id === billing?.plan;
  return (
    <section
      aria-label={t("{name} plan", { name: plan.name })}
      className={cx("flex flex-col rounded-[10px] border bg-panel p-5", isCurrent && "border-accent")}
    >
      <div className="flex h-6 items-center gap-2.5">
        <h2 className="text-base font-semibold">{plan.name}</h2>
        {isCurrent && <Badge isAlive>{t("Current plan")}</Badge>}
      </div>
      <p className="mt-3 font-mono text-2xl font-medium">
        {plan.price}
        <span className="text-sm text-mute">{plan.per}</span>
      </p>
      <ul className="mt-4 grid gap-2 text-sm">
        <Feature>
          <p>{plan.credits}</p>
          {isCurrent && <p className="text-xs text-mute">{credits}</p>}
        </Feature>
        {plan.features.map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
      </ul>
      {plan.id === "pro" && billing?.plan === "hobby" && <Upgrade isOffered={billing.paymentsConfigured} />}
      {plan.id === "pro" && billing?.plan === "pro" && <Manage isOffered={billing.paymentsConfigured} />}
    </section>
  );
}

const Feature = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-2.5">
    <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden="true" />
    <div>{children}</div>
  </li>
);

interface OfferProps {
  /** Whether this server is connected to Stripe. */
  isOffered: boolean;
}

function Upgrade({ isOffered }: OfferProps) {
  const upgrade = useUpgrade(useTeam().id);
  return (
    <AtStripe
      action={upgrade}
      kind="primary"
      failure="The upgrade could not be started"
      obstacle={
        isOffered
          ? undefined
          : "Payments are not configured on this server, so this plan cannot be bought here. Ask the server's operator."
      }
    >
      {t("Upgrade to Pro")}
    </AtStripe>
  );
}

function Manage({ isOffered }: OfferProps) {
  const manage = useManagePlan(useTeam().id);
  return (
    <>
      <AtStripe
        action={manage}
        failure="Plan management could not be opened"
        obstacle={
          isOffered
            ? undefined
            : "This server is not connected to Stripe, where the plan continues. Ask the server's operator to change it."
        }
      >
        {t("Manage plan")}
      </AtStripe>
      {isOffered && (
        <p className="mt-2 text-xs text-mute">{t("Change the card, view receipts or cancel the plan on Stripe.")}</p>
      )}
    </>
  );
}

interface AtStripeProps extends Pick<ButtonProps, "kind" | "children"> {
  action: ReturnType<typeof useUpgrade>;
  failure: Label;
  /** Why the page is not available on this server. */
  obstacle: Label | undefined;
}

/** Opens a page of Stripe, or shows why Stripe provides none. */
function AtStripe({ action, failure, obstacle, ...button }: AtStripeProps) {
  const obstacleId = useId();
  const begin = () =>
    action.mutate(undefined, {
      // Do not navigate if the user has left the page.
      onSuccess: ({ url }, isMounted) => isMounted && window.location.assign(url),
      onError: reportIfLeft(failure),
    });
  return (
    <>
      <Button
        {...button}
        className="mt-5 w-full"
        onClick={begin}
        isBusy={action.isPending}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle === undefined ? undefined : obstacleId}
      />
      {obstacle !== undefined && (
        <p id={obstacleId} className="mt-2 text-xs text-mute">
          {t(obstacle)}
        </p>
      )}
      {action.isError && (
        <p role="alert" className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {messageOf(action.error)}
        </p>
      )}
    </>
  );
}
