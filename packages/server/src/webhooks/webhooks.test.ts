import type { ServerResponse } from "node:http";
import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import { WebhookPayload } from "@terrarium/contract/webhooks";
import { resolveWithSystem } from "@terrarium/egress/egress";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { type BoxEvent, newDelivery, queueEvents } from "./queue.ts";
import { createWebhookSender, delayAfterMs } from "./sender.ts";
import { createWebhookService } from "./service.ts";
import { type Busy, createWebhookStore } from "./store.ts";
import { type Received, startReceiver } from "./testing/receiver.ts";

const ada: SessionCaller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const DAY_MS = WEBHOOK_LIMITS.triedForMs;
const NOTHING: Received = { headers: {}, body: "", path: undefined };
const EVENTS = ["box.ready", "box.ended"] as const;

const ready = (id = "sbx_1"): BoxEvent => ({
  type: "box.ready",
  timestamp: "2026-11-21T09:41:07.000Z",
  data: { box: { id, name: null, templateId: "tpl_phone", labels: {} }, expiresAt: "2026-11-21T10:41:07.000Z" },
});

test("delays attempts 5 s, then four times longer, up to four hours", () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 20].map((attempts) => delayAfterMs(attempts, 0.5) / 1_000);
  expect(seconds).toEqual([5, 20, 80, 320, 1_280, 5_120, 14_400, 14_400]);
  expect([delayAfterMs(1, 0), delayAfterMs(1, 1)]).toEqual([4_000, 6_000]);
});

describeOnBothDatabases("webhooks", (database) => {
  /** Opens a team with the services around it, on the test's clock. */
  async function open() {
    await insertTeam(database());
    const time = { now: Date.now() };
    const clock = () => time.now;
    const store = createWebhookStore(database());
    const box = createSecretBox("a secret of the server, for tests");
    const organizations = { requireMember: async () => undefined, requireRole: async () => undefined };
    const log = { error: (...told: unknown[]) => expect.fail(JSON.stringify(told)), info: () => undefined };
    const service = createWebhookService({ store, organizations, box, egress: "all", log }, clock);
    const newSender = () => {
      // A long timeout, because a busy machine responds slowly, and the next attempt would wait for the test's clock.
      const all = { egress: "all", resolve: resolveWithSystem, attemptMs: 600_000 } as const;
      const sender = createWebhookSender({ store, box, reachOf: () => all, log }, clock);
      onTestFinished(() => sender.close());
      return sender;
    };
    const create = (url: string) => service.create(ada, "org_1", { url, events: [...EVENTS] });
    const happen = (...events: BoxEvent[]) =>
      database()
        .transaction()
        .execute((transaction) => queueEvents(transaction, "org_1", events, clock()));
    const deliveries = async (id: string) => (await service.deliveries(ada, "org_1", id)).data;
    const sealed = (id: string) => box.seal("whsec_c2VjcmV0", id);
    return { time, store, service, sender: newSender(), newSender, create, happen, deliveries, sealed };
  }

  test("posts a signed event to the subscribed webhooks", async () => {
    const { create, happen, sender, deliveries, service } = await open();
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver.url);
    const off = await create(`${receiver.url}/off`);
    await service.update(ada, "org_1", off.id, { enabled: false });
    await happen(ready(), { ...ready(), type: "box.started", data: { box: ready().data.box } });
    await sender.sendDue();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "delivered", type: "box.ready", status: 200 }]);
    expect(receiver.received).toHaveLength(1);
    const [{ body, headers } = NOTHING] = receiver.received;
    const [delivery] = await deliveries(id);
    expect(headers["webhook-id"]).toBe(delivery?.eventId);
    const verified = new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(WebhookPayload.parse(verified)).toEqual(ready());
    expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow(
      "No matching signature found",
    );
    expect(delivery).toMatchObject({ answer: "thanks", attempts: 1, nextAttemptAt: null, failure: null });
    expect(await deliveries(off.id)).toEqual([]);
  });

  test("posts nothing for a rolled-back change", async () => {
    const { create, deliveries } = await open();
    const { id } = await create("http://127.0.0.1:1/");
    const failing = database()
      .transaction()
      .execute(async (transaction) => {
        await queueEvents(transaction, "org_1", [ready()], 1);
        throw new Error("the device did not start after all");
      });
    await expect(failing).rejects.toThrow("after all");
    expect(await deliveries(id)).toEqual([]);
  });

  test("after a new secret both sign for a day", async () => {
    const { create, happen, sender, service, time } = await open();
    const receiver = await startReceiver();
    const first = await create(receiver.url);
    const second = await service.rotateSecret(ada, "org_1", first.id);
    expect(second.secret).not.toBe(first.secret);
    const verifies = (secret: string) => {
      const { body = "", headers = {} } = receiver.received.at(-1) ?? {};
      try {
        new Verifier(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch (error) {
        // The test's own clock is a day ahead by then.
        return String(error).includes("timestamp");
      }
    };
    await happen(ready());
    await sender.sendDue();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect([verifies(first.secret), verifies(second.secret)]).toEqual([true, true]);
    time.now += WEBHOOK_LIMITS.oldSecretMs;
    await happen(ready());
    await sender.sendDue();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });

  test("retries under the same id for a day, then fails until replayed", async () => {
    const { create, happen, sender, service, deliveries, time } = await open();
    let status = 500;
    const receiver = await startReceiver((response) => response.writeHead(status).end("not now"));
    const { id } = await create(receiver.url);
    await happen(ready());
    const begunAt = time.now;
    for (let attempts = 1; ; attempts += 1) {
      await sender.sendDue();
      const attemptedAt = new Date(time.now).toISOString();
      await expect.poll(async () => (await deliveries(id))[0]).toMatchObject({ attempts, attemptedAt, status: 500 });
      const [delivery] = await deliveries(id);
      if (delivery?.state === "failed") break;
      expect(delivery).toMatchObject({ state: "waiting", answer: "not now" });
      const { nextAttemptAt } = delivery ?? {};
      expect(await service.list(ada, "org_1")).toMatchObject([
        { gaveUpAt: null, failing: { nextAttemptAt, status: 500, failure: null } },
      ]);
      await sender.sendDue();
      expect(receiver.received).toHaveLength(attempts);
      time.now = Math.max(time.now + 1, Date.parse(delivery?.nextAttemptAt ?? ""));
    }
    expect(time.now - begunAt).toBeGreaterThan(DAY_MS * 0.7);
    expect(time.now - begunAt).toBeLessThanOrEqual(DAY_MS);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await service.list(ada, "org_1")).toMatchObject([
      { gaveUpAt: expect.any(String), failing: { nextAttemptAt: null, status: 500 } },
    ]);

    status = 204;
    const [given] = await deliveries(id);
    await service.replay(ada, "org_1", id, given?.id ?? "");
    await sender.sendDue();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "delivered", status: 204, attempts: 1 }]);
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(given?.eventId);
    expect(await service.list(ada, "org_1")).toMatchObject([{ gaveUpAt: null, failing: null }]);
  });

  test("an unreadable secret fails attempts until a new one", async () => {
    const { create, happen, sender, service, deliveries, time } = await open();
    const receiver = await startReceiver();
    const { id } = await create(receiver.url);
    await database().updateTable("webhooks").set({ secretSealed: "of another server" }).execute();
    await happen(ready());
    await sender.sendDue();
    await expect
      .poll(() => deliveries(id))
      .toMatchObject([{ state: "waiting", attempts: 1, status: null, failure: "secret_unreadable" }]);
    time.now += DAY_MS;
    await sender.sendDue();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "failed", attempts: 2 }]);
    expect(receiver.received).toEqual([]);
    await service.rotateSecret(ada, "org_1", id);
    const [given] = await deliveries(id);
    await service.replay(ada, "org_1", id, given?.id ?? "");
    await sender.sendDue();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "delivered", failure: null }]);
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });

  test("an older attempt does not affect a replayed delivery", async () => {
    const { create, happen, service, store, time, deliveries } = await open();
    const { id } = await create("http://127.0.0.1:1/");
    await happen(ready());
    const claim = async () => {
      const claimed = await store.claim(time.now, time.now + 1_000, { webhookIds: [], organizationIds: [] });
      if (!claimed) throw new Error("nothing is due");
      return claimed;
    };
    const attempt = { attemptedAt: time.now, durationMs: 1, answer: "", failure: null };
    const first = await claim();
    await service.replay(ada, "org_1", id, first.id);
    const second = await claim();
    await service.replay(ada, "org_1", id, first.id);
    const third = await claim();
    await store.finish(third, { ...attempt, status: 200 }, { state: "delivered" });
    await store.finish(first, { ...attempt, status: 500 }, { state: "waiting", dueAt: time.now });
    await store.finish(
      second,
      { ...attempt, status: 410 },
      { state: "failed", url: "http://127.0.0.1:1/", isGone: true },
    );
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", status: 200, attempts: 1 }]);
    expect(await service.list(ada, "org_1")).toMatchObject([{ enabled: true, gaveUpAt: null }]);
  });

  test("stops sending to a receiver that is gone", async () => {
    const { create, happen, sender, service } = await open();
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    await create(receiver.url);
    await happen(ready());
    await sender.sendDue();
    await expect
      .poll(async () => (await service.list(ada, "org_1"))[0])
      .toMatchObject({
        enabled: false,
        gaveUpAt: expect.any(String),
      });
    await happen(ready());
    await sender.sendDue();
    expect(receiver.received).toHaveLength(1);
  });

  test("a gone receiver does not disable a changed address", async () => {
    const { create, happen, sender, service, deliveries } = await open();
    const unanswered: ServerResponse[] = [];
    const left = await startReceiver((response) => void unanswered.push(response));
    const { id } = await create(left.url);
    await happen(ready());
    await sender.sendDue();
    await expect.poll(() => unanswered.length).toBe(1);
    await service.update(ada, "org_1", id, { url: `${left.url}/new` });
    unanswered[0]?.writeHead(410).end();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "failed", status: 410 }]);
    expect(await service.list(ada, "org_1")).toMatchObject([{ enabled: true, gaveUpAt: null }]);
  });

  test("two concurrent new secrets keep the first one for a day", async () => {
    const { create, happen, sender, service } = await open();
    const receiver = await startReceiver();
    const { id } = await create(receiver.url);
    const secrets = (await Promise.all([1, 2].map(() => service.rotateSecret(ada, "org_1", id)))).map(
      ({ secret }) => secret,
    );
    await happen(ready());
    await sender.sendDue();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ body, headers } = NOTHING] = receiver.received;
    for (const secret of secrets)
      expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(ready());
  });

  test("silent receivers use only a few slots", async () => {
    const { create, happen, sender } = await open();
    const silent = await startReceiver(() => undefined);
    const quick = await startReceiver();
    await create(silent.url);
    await create(quick.url);
    await happen(...Array.from({ length: 12 }, (_, index) => ready(`sbx_${index}`)));
    await sender.sendDue();
    await expect.poll(() => quick.received.length).toBe(12);
    expect(silent.received.length).toBeLessThanOrEqual(WEBHOOK_LIMITS.atOnce.perWebhook);
    await sender.close();
  });

  test("a free slot goes to a team without one", async () => {
    const { sender, sealed } = await open();
    const unanswered: ServerResponse[] = [];
    const silent = await startReceiver((response) => void unanswered.push(response));
    const quick = await startReceiver();
    const { atOnce } = WEBHOOK_LIMITS;
    const teams = Array.from({ length: atOnce.total / atOnce.perTeam + 8 }, (_, index) => `org_silent_${index}`);
    const now = Date.now() - 1_000;
    const add = async (organizationId: string, url: string, count: number, dueAt: number) => {
      await database().insertInto("organizations").values({ id: organizationId, name: "Team", createdAt: 0 }).execute();
      for (const id of [`whk_${organizationId}_1`, `whk_${organizationId}_2`]) {
        const webhook = {
          id,
          organizationId,
          url,
          events: "[]",
          enabled: 1 as const,
          secretSealed: sealed(id),
          createdAt: 0,
          updatedAt: 0,
        };
        await database().insertInto("webhooks").values(webhook).execute();
        const rows = Array.from({ length: count }, (_, n) => newDelivery(webhook, ready(), `evt_${n}`, dueAt));
        await database().insertInto("webhookDeliveries").values(rows).execute();
      }
    };
    for (const [index, team] of teams.entries()) await add(team, silent.url, 4, now + index);
    await sender.sendDue();
    await expect.poll(() => unanswered.length).toBe(atOnce.total);
    await add("org_quick", quick.url, 1, now + 900);
    // The first of its deliveries takes the slot, and the second the next free one.
    unanswered[0]?.end();
    await expect.poll(() => quick.received.length).toBe(2);
    await expect.poll(() => unanswered.length).toBe(atOnce.total + 1);
    await sender.close();
  });

  test("finds the longest due delivery outside of skipped webhooks", async () => {
    const { store, time } = await open();
    const webhooks = Array.from({ length: 3 }, (_, index) => ({ id: `whk_${index}`, organizationId: "org_1" }));
    for (const [index, webhook] of webhooks.entries()) {
      const row = {
        ...webhook,
        createdAt: 0,
        updatedAt: 0,
        url: "http://127.0.0.1:1/",
        events: "[]",
        enabled: 1 as const,
        secretSealed: "",
      };
      await database().insertInto("webhooks").values(row).execute();
      const rows = Array.from({ length: 3 }, (_, n) => newDelivery(webhook, ready(), "evt_1", 100 + n * 10 - index));
      await database().insertInto("webhookDeliveries").values(rows).execute();
    }
    const claimed = async (webhookIds: string[]) =>
      (await store.claim(time.now, time.now + 1_000, { webhookIds, organizationIds: [] }))?.webhookId;
    expect([await claimed([]), await claimed([]), await claimed(["whk_0"]), await claimed([])]).toEqual([
      "whk_2",
      "whk_1",
      "whk_2",
      "whk_0",
    ]);
    expect(await store.claim(99, 1_000, { webhookIds: [], organizationIds: [] })).toBeUndefined();
  });

  test("concurrent servers send each event once", async () => {
    const { create, happen, sender, newSender } = await open();
    const receiver = await startReceiver();
    await create(receiver.url);
    await happen(...Array.from({ length: 30 }, (_, index) => ready(`sbx_${index}`)));
    const another = newSender();
    await Promise.all([sender.sendDue(), another.sendDue()]);
    await expect.poll(() => receiver.received.length).toBe(30);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(30);
  });

  test("the next server sends an interrupted delivery", async () => {
    const { create, happen, sender, newSender, deliveries } = await open();
    let isSilent = true;
    const receiver = await startReceiver((response) => (isSilent ? undefined : response.end()));
    const { id } = await create(receiver.url);
    await happen(ready());
    await sender.sendDue();
    await expect.poll(() => receiver.received.length).toBe(1);
    await sender.close();
    isSilent = false;
    await newSender().sendDue();
    await expect.poll(() => deliveries(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  test("limits a team's queue, reports it and keeps the newest deliveries", async () => {
    const { create, happen, service, store, time } = await open();
    const { id } = await create("http://127.0.0.1:1/");
    const many = Array.from({ length: WEBHOOK_LIMITS.waiting + 5 }, (_, index) => ready(`sbx_${index}`));
    await happen(...many);
    expect((await store.deliveries(id, 2_000, undefined)).length).toBe(WEBHOOK_LIMITS.waiting);
    expect((await service.list(ada, "org_1"))[0]?.droppedAt).not.toBeNull();
    await expect(service.test(ada, "org_1", id)).rejects.toMatchObject({ code: "webhook_queue_full" });
    const claim = (busy: Partial<Busy>) =>
      store.claim(time.now, time.now + 1, { webhookIds: [], organizationIds: [], ...busy });
    expect(await claim({ webhookIds: [id] })).toBeUndefined();
    expect(await claim({ organizationIds: ["org_1"] })).toBeUndefined();
    const claimed = await claim({});
    expect(claimed?.webhookId).toBe(id);
    await database()
      .updateTable("webhookDeliveries")
      .set({ state: "delivered" })
      .where("id", "!=", claimed?.id ?? "")
      .execute();
    if (claimed)
      await store.finish(
        claimed,
        { attemptedAt: 1, status: 200, durationMs: 1, answer: "", failure: null },
        { state: "delivered" },
      );
    expect((await store.deliveries(id, 2_000, undefined)).length).toBe(WEBHOOK_LIMITS.keptDeliveries);
    const first = await service.deliveries(ada, "org_1", id);
    const next = await service.deliveries(ada, "org_1", id, first.data.at(-1)?.id);
    expect([first.hasMore, first.data.length]).toEqual([true, WEBHOOK_LIMITS.deliveriesPageSize]);
    expect(next.data[0]?.id.localeCompare(first.data.at(-1)?.id ?? "")).toBe(-1);
  });
});

test.each([
  ["http://example.com/", "it is not https"],
  ["https://user:secret@example.com/", "it contains a user name"],
  ["https://127.0.0.1/", "not on the public internet"],
  ["https://[::1]/", "not on the public internet"],
  ["https://localhost:8443/hooks", "not on the public internet"],
  ["https://0x7f.1/", "not on the public internet"],
  ["https://169.254.169.254/latest", "not on the public internet"],
])("%s is rejected where the operator allows the public internet", async (url, detail) => {
  const parts = {
    organizations: { requireMember: async () => undefined, requireRole: async () => undefined },
    box: createSecretBox("a secret of the server, for tests"),
    log: { error: () => undefined },
  };
  const store = { insertWithin: () => expect.fail("it was kept") } as unknown as ReturnType<typeof createWebhookStore>;
  const service = createWebhookService({ ...parts, store, egress: "public" });
  const made = service.create(ada, "org_1", { url, events: ["box.ready"] });
  await expect(made).rejects.toMatchObject({
    code: "webhook_url_refused",
    message: expect.stringContaining(detail),
  });
  await expect(made).rejects.not.toMatchObject({ message: expect.stringContaining("secret") });
});
