import { withDeadline } from "@terrarium/platform/base/deadline";
import { singleFlight } from "@terrarium/platform/base/single-flight";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { operatorsOnly } from "./operators-only.ts";

const CHECK_TIMEOUT_MS = 2_000;

interface HealthOptions {
  /** Dependencies without which the server is of no use, by name. */
  checks: Record<string, () => Promise<unknown>>;
  /** Checks that are reported but keep the server ready, because every server would report the same. */
  told: Record<string, () => Promise<unknown>>;
  /** Returns the ids of templates of which no sandbox can be created now. */
  listUnavailableTemplates: () => Promise<readonly string[]>;
  /** Throws no_space while no sandbox can be created. The server stays useful then, above all for deletions. */
  requireRoom: () => Promise<void>;
}

/** Registers `/healthz` (alive) and, for operators only, `/readyz` (all dependencies respond). */
export function registerHealthRoutes(
  app: FastifyInstance,
  { checks, told, listUnavailableTemplates, requireRoom }: HealthOptions,
): void {
  app.get("/healthz", { schema: { hide: true } }, () => ({ status: "ok" }));

  const hasRoom = () => {
    const room = withDeadline(CHECK_TIMEOUT_MS, "the disk", requireRoom);
    return room.then(
      () => true,
      () => false,
    );
  };

  /** Callers need no token, and each check queries engines and clusters. */
  const look = singleFlight(async (log: Pick<FastifyBaseLogger, "error">) => {
    const tryAll = async (all: Record<string, () => Promise<unknown>>) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(all).map(async ([name, check]) => {
            try {
              await withDeadline(CHECK_TIMEOUT_MS, name, check);
              return [name, "ok"] as const;
            } catch (error) {
              log.error({ err: error, check: name }, "not ready");
              return [name, "failed"] as const;
            }
          }),
        ),
      );
    // Only ids: the missing requirements of each template are shown to signed-in users only.
    const templates = async () => {
      const ids = await withDeadline(CHECK_TIMEOUT_MS, "templates", listUnavailableTemplates).catch(() => []);
      return ids.length === 0 ? "ok" : `not available: ${ids.join(", ")}`;
    };
    const [needed, besides, unavailable] = await Promise.all([tryAll(checks), tryAll(told), templates()]);
    const isReady = Object.values(needed).every((result) => result === "ok");
    // Reported, but the server stays ready: users must reach it to delete data from its full disk.
    const room = (await hasRoom()) ? "ok" : "no room for sandboxes";
    return { isReady, checks: { ...needed, ...besides, templates: unavailable, disk: room } };
  });

  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });

  app.get("/readyz", { schema: { hide: true }, onRequest: operatorsOnly }, async (request, reply) => {
    if (isClosing) return reply.code(503).send({ status: "shutting down", checks: {} });
    const { isReady, checks } = await look(request.log);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ok" : "unavailable", checks });
  });
}
