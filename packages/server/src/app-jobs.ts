import { KEEP_ALIVE_STEP_MS } from "@terrarium/contract/limits";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { RecordingService } from "@terrarium/device-control/recording/service";
import type { Leadership } from "@terrarium/platform/base/peers";
import type { DataDisk } from "@terrarium/platform/disk/data-disk";
import { attemptAll } from "@terrarium/platform/jobs/attempt-all";
import { repeat } from "@terrarium/platform/jobs/repeat";
import type { Replicas } from "@terrarium/platform/replicas/service";
import type { Resealing } from "@terrarium/platform/secrets/reseal";
import type { StorageService } from "@terrarium/platform/storage/service";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import { createSteps } from "@terrarium/platform/telemetry/steps";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { ApiKeyService } from "./api-keys/service.ts";
import type { AuditService } from "./audit/service.ts";
import type { SessionService } from "./auth/session-service.ts";
import type { BillingService } from "./billing/service.ts";
import type { BoxTokenService } from "./box-tokens/service.ts";
import type { BudgetService } from "./budgets/service.ts";
import type { RateWindows } from "./http/rate-windows.ts";
import type { IdempotencyService } from "./idempotency/service.ts";
import type { InviteService } from "./invites/service.ts";
import type { MailService } from "./mail/service.ts";
import type { RunLeases } from "./runner/run-leases.ts";
import type { SandboxService } from "./sandboxes/service.ts";
import type { SnapshotService } from "./snapshots/service.ts";
import type { UsageService } from "./usage/service.ts";
import type { WebhookSender } from "./webhooks/sender.ts";

const ACTIONS_INTERVAL_MS = 1_000;
const KEY_USE_INTERVAL_MS = 2_000;
/** Short, because another server waits for the response. */
const RECORDINGS_INTERVAL_MS = 1_000;
const EXPIRY_INTERVAL_MS = 500;
const USE_INTERVAL_MS = KEEP_ALIVE_STEP_MS / 2;
const RESEALING_INTERVAL_MS = 60_000;
const RECONCILIATION_INTERVAL_MS = 60_000;
const CLEANING_INTERVAL_MS = 60_000;
const METERING_INTERVAL_MS = 10_000;
const BUDGET_INTERVAL_MS = 5_000;
/** On servers other than the leader, which notifies them of changes. */
const FOLLOWING_INTERVAL_MS = 30_000;
const BILLING_INTERVAL_MS = 60_000;
const BALLAST_INTERVAL_MS = 3_000;
const WEBHOOK_INTERVAL_MS = 500;
const MAIL_INTERVAL_MS = 2_000;
const HEARTBEAT_INTERVAL_MS = 2_000;

interface JobServices {
  disk: Pick<DataDisk, "restoreBallast">;
  actions: Pick<DeviceActionService, "flush">;
  apiKeys: Pick<ApiKeyService, "flush">;
  audit: Pick<AuditService, "forget">;
  billing: Pick<BillingService, "issueInvoices" | "collectInvoices" | "cancelOrphans">;
  budgets: Pick<BudgetService, "checkAll">;
  idempotency: Pick<IdempotencyService, "forget">;
  invites: Pick<InviteService, "forget">;
  mail: Pick<MailService, "sendDue">;
  sandboxes: Pick<SandboxService, "expire" | "forget" | "makeUp" | "sweep" | "useHeld">;
  replicas: Pick<Replicas, "beat" | "reap">;
  resealing: Pick<Resealing, "run">;
  rateWindows: Pick<RateWindows, "forget">;
  runLeases: Pick<RunLeases, "makeUp">;
  sessions: Pick<SessionService, "removeExpired">;
  boxTokens: Pick<BoxTokenService, "removeExpired">;
  recording: Pick<RecordingService, "answerOthers">;
  snapshots: Pick<SnapshotService, "forget">;
  storage: Pick<StorageService, "forget">;
  usage: Pick<UsageService, "beat">;
  webhookSender: Pick<WebhookSender, "sendDue">;
}

/**
 * Starts the background jobs. `stop` resolves when current runs are done. The leader runs the jobs that concern all
 * servers on the database.
 */
export function startJobs(
  services: JobServices,
  leadership: Leadership,
  log: FastifyBaseLogger,
  metrics: Registry,
): { stop(): Promise<void> } {
  const { actions, apiKeys, audit, billing, budgets, disk, idempotency, invites, mail, sandboxes, sessions, usage } =
    services;
  const { replicas, rateWindows, runLeases, webhookSender } = services;
  const cleanings = [
    () => sandboxes.forget(),
    () => sessions.removeExpired(),
    () => invites.forget(),
    () => audit.forget(),
    () => idempotency.forget(),
    () => rateWindows.forget(),
    () => services.boxTokens.removeExpired(),
    () => services.storage.forget(),
    () => services.snapshots.forget(),
  ];
  const takeStep = createSteps(metrics, { work: "job", histogram: METRICS.jobDuration });
  const every = (name: string, intervalMs: number, task: () => Promise<void>, isMine: () => boolean = () => true) =>
    repeat(name, intervalMs, async () => (isMine() ? takeStep(name, {}, task) : undefined), log);
  const clean = () => attemptAll(cleanings, (forget) => forget());
  const isLeader = () => leadership.isLeader();
  /** Whether another server is gone that received the ends of its devices. */
  let isAnew = false;
  const sweep = async () => {
    const anew = isAnew;
    isAnew = false;
    await sandboxes.sweep(anew);
  };
  const reconciliation = every("reconciliation", RECONCILIATION_INTERVAL_MS, sweep, isLeader);
  const sweepAnew = () => {
    isAnew = true;
    reconciliation.soon();
  };
  leadership.onLeading(() => {
    log.info("this server leads");
    sweepAnew();
  });
  const reap = async () => {
    if (await replicas.reap()) sweepAnew();
  };
  const jobs = [
    reconciliation,
    every("heartbeat", HEARTBEAT_INTERVAL_MS, () => replicas.beat()),
    every("dead servers", HEARTBEAT_INTERVAL_MS, reap, isLeader),
    every("places of scripts", HEARTBEAT_INTERVAL_MS, () => runLeases.makeUp()),
    every("recordings", RECORDINGS_INTERVAL_MS, () => services.recording.answerOthers()),
    every("actions", ACTIONS_INTERVAL_MS, () => actions.flush()),
    every("use of API keys", KEY_USE_INTERVAL_MS, () => apiKeys.flush()),
    every("ballast", BALLAST_INTERVAL_MS, () => disk.restoreBallast()),
    every("uses", USE_INTERVAL_MS, () => sandboxes.useHeld()),
    every("ends", EXPIRY_INTERVAL_MS, () => sandboxes.makeUp()),
    every(
      "budgets of others",
      FOLLOWING_INTERVAL_MS,
      () => budgets.checkAll(),
      () => !isLeader(),
    ),
    every("expiry", EXPIRY_INTERVAL_MS, () => sandboxes.expire(), isLeader),
    every("cleaning", CLEANING_INTERVAL_MS, clean, isLeader),
    every("metering", METERING_INTERVAL_MS, () => usage.beat(), isLeader),
    every("budgets", BUDGET_INTERVAL_MS, () => budgets.checkAll(), isLeader),
    every("invoices", BILLING_INTERVAL_MS, () => billing.issueInvoices(), isLeader),
    every("collection", BILLING_INTERVAL_MS, () => billing.collectInvoices(), isLeader),
    every("subscriptions", BILLING_INTERVAL_MS, () => billing.cancelOrphans(), isLeader),
    every("webhooks", WEBHOOK_INTERVAL_MS, () => webhookSender.sendDue(), isLeader),
    every("resealing", RESEALING_INTERVAL_MS, () => services.resealing.run(), isLeader),
    every("mail", MAIL_INTERVAL_MS, () => mail.sendDue(), isLeader),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
