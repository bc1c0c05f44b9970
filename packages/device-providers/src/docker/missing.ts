import { randomBytes } from "node:crypto";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyBaseLogger } from "fastify";
import { imageFor, NO_IMAGE_OF_KIND } from "../device-image.ts";
import type { DeviceModel } from "../provider.ts";
import { containerNames } from "./container-names.ts";
import type { ContainerSettings } from "./container-settings.ts";
import type { Containers } from "./containers.ts";
import { kindOf } from "./device-kinds.ts";
import { ENGINE_LACKS } from "./engine-lacks.ts";

/** Cache times of a result. A check of the machine takes a second. */
const FINE_MS = 60_000;
const MISSING_MS = 3_000;
const CHECK_TIMEOUT_MS = 20_000;

interface Finding {
  missing: readonly string[];
  at: number;
}

interface MissingOptions {
  installId: string;
  containers: Containers;
  settings: () => Promise<ContainerSettings>;
  log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Returns a function that resolves with the reasons why a template cannot start devices. It checks again if the last
 * result is old or something was missing. If nothing was missing, it returns the old result meanwhile.
 */
export function createMissing({ installId, containers, settings, log }: MissingOptions) {
  const names = containerNames(installId);
  const found = new Map<string, Finding>();
  const looking = new Map<string, Promise<Finding>>();

  async function look(model: DeviceModel): Promise<string[]> {
    const now = await settings();
    const kind = kindOf(model);
    const unfit = kind.unfit(now);
    const image = imageFor(model, now.image);
    if (image === undefined) return [...unfit, NO_IMAGE_OF_KIND];
    if (!(await containers.hasImage(image))) return [...unfit, ENGINE_LACKS.image];
    if (!kind.machineCheck) return unfit;
    await removeForgotten();
    const name = names.ofCheck(randomBytes(6).toString("hex"));
    const printed = await containers.runOnce(name, model, now, kind.machineCheck.command, CHECK_TIMEOUT_MS);
    return [...unfit, ...kind.machineCheck.missing(printed, model)];
  }

  /** Removes check containers of servers that were killed during a check. */
  async function removeForgotten(): Promise<void> {
    const isOld = (startedAt: number) => startedAt < Date.now() - 3 * CHECK_TIMEOUT_MS;
    for (const { id, name, startedAt } of await containers.list())
      if (names.isCheck(name) && isOld(startedAt)) await containers.remove(id);
  }

  /** Runs one check for concurrent callers. */
  function lookOnce(key: string, model: DeviceModel): Promise<Finding> {
    const known = looking.get(key);
    if (known) return known;
    const finding = look(model)
      .catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        log.warn({ err: error }, "failed to check the engine's machine");
        return [error instanceof Error ? error.message : String(error)];
      })
      .then((missing) => {
        const finding = { missing, at: Date.now() };
        found.set(key, finding);
        return finding;
      })
      .finally(() => looking.delete(key));
    looking.set(key, finding);
    return finding;
  }

  return async (model: DeviceModel): Promise<readonly string[]> => {
    const key = JSON.stringify([model.image, model.kind, model.redroid]);
    const known = found.get(key);
    const isFine = known?.missing.length === 0;
    const isOld = !known || Date.now() - known.at > (isFine ? FINE_MS : MISSING_MS);
    if (!isOld) return known.missing;
    const next = lookOnce(key, model);
    if (!isFine) return (await next).missing;
    // Later callers get the new result. Other calls report an unavailable engine.
    next.catch(() => undefined);
    return known.missing;
  };
}
