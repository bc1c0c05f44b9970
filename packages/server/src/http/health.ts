import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { withDeadline } from "../base/deadline.ts";
import { shareWork } from "../base/share-work.ts";
import { operatorsOnly } from "./operators-only.ts";

const CHECK_TIMEOUT_MS = 2_000;

interface HealthOptions {
  /** What must answer for the server to be of use, by name. */
  checks: Record<string, () => Promise<unknown>>;
  /** What is told besides, and is no reason to send requests elsewhere: every server would say the same of it. */
  told: Record<string, () => Promise<unknown>>;
  /** The ids of templates of which no sandbox can be made now. */
  listUnavailableTemplates: () => Promise<readonly string[]>;
  /** Throws no_space while no sandbox can be made; the rest of the server is of use then, deleting above all. */
  requireRoom: () => Promise<void>;
}

/** `/healthz` (alive) and, for operators only, `/readyz` (what it depends on answers). */
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

  /** Anybody may ask, and engines and clusters are asked then. */
  const look = shareWork(async (log: Pick<FastifyBaseLogger, "error">) => {
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
    // What they lack is told to those who are signed in.
    const templates = async () => {
      const ids = await withDeadline(CHECK_TIMEOUT_MS, "templates", listUnavailableTemplates).catch(() => []);
      return ids.length === 0 ? "ok" : `not available: ${ids.join(", ")}`;
    };
    const [needed, besides, unavailable] = await Promise.all([tryAll(checks), tryAll(told), templates()]);
    const isReady = Object.values(needed).every((result) => result === "ok");
    // Told, but no reason to send requests elsewhere: people must reach the server to delete what fills its disk.
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
