import { setTimeout as sleep } from "node:timers/promises";
import { cutTextStart } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { DEVICE_GRACE_MS } from "../device-grace.ts";
import { requireImage } from "../device-image.ts";
import type { DeviceModel, DeviceUse } from "../provider.ts";
import type { DeviceEnd } from "../running-devices.ts";
import { archiveOf } from "./archive.ts";
import { INSTALL_LABEL } from "./container-names.ts";
import { ADB_PORT, type ContainerSettings } from "./container-settings.ts";
import { useIn } from "./container-use.ts";
import { checkBody, containerBody, ContainerDetails, ContainerList, type OwnContainer } from "./container.ts";
import { kindOf } from "./device-kinds.ts";
import { EngineError, type Engine } from "./engine.ts";
import { networkNames } from "./grounds.ts";

const SAME_NAME = 400;
/** Response to starting a running container or stopping a stopped one. */
const ALREADY_SO = 304;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** A start takes a third of a second, or longer on a busy engine. */
const START_TIMEOUT_MS = 30_000;
const REMOVAL_POLL_MS = 50;
const REMOVAL_TIMEOUT_MS = 10_000;
const TOLD_LOG_CHARS = 500;

/** Operations on the containers of one installation. Each may throw the errors of `Engine.call`. */
export interface Containers {
  list(): Promise<OwnContainer[]>;
  /** Resolves with a container by name or id; undefined if this installation has no such container. */
  inspect(nameOrId: string): Promise<ContainerDetails | undefined>;
  /** Resolves with the id. Throws no_space, or an Error if the image does not exist. */
  create(name: string, model: DeviceModel, settings: ContainerSettings): Promise<string>;
  start(id: string): Promise<void>;
  /**
   * Stops a container gracefully, then by force; keeps its volume. Ignores containers that are stopped, missing or
   * another installation's.
   */
  stop(nameOrId: string): Promise<void>;
  /** Moves a stopped container from its networks into the installation's current one. */
  rejoin(id: string, model: DeviceModel, settings: Pick<ContainerSettings, "networks" | "egressProxy">): Promise<void>;
  /** Makes a key the only authorized one, if the kind of device uses keys. */
  putKey(nameOrId: string, model: DeviceModel, authorizedKey: string): Promise<void>;
  /**
   * Resolves with whether the container was renamed. If several callers rename it to the same name, one succeeds. If
   * they use different names, all may succeed, because dockerd looks the container up by the old name before it locks
   * it.
   */
  rename(oldName: string, name: string): Promise<boolean>;
  /** Kills and removes a container with its volume. Ignores containers that are missing or another installation's. */
  remove(nameOrId: string): Promise<void>;
  /** Measures a running container; undefined if it does not run. */
  measure(nameOrId: string): Promise<DeviceUse | undefined>;
  endOf(id: string): Promise<DeviceEnd>;
  /** Resolves with the end of the container's log; empty if the log cannot be read. */
  lastWords(id: string): Promise<string>;
  hasImage(image: string): Promise<boolean>;
  /** Runs a command in a running container; resolves with its stdout and stderr. Rejects at the timeout. */
  run(id: string, command: readonly string[], timeoutMs: number): Promise<string>;
  /** Runs a command in a new, unprivileged container of the model's image; resolves with its stdout and stderr. */
  runOnce(
    name: string,
    model: DeviceModel,
    settings: ContainerSettings,
    command: readonly string[],
    timeoutMs: number,
  ): Promise<string>;
}

export function createContainers(engine: Engine, installId: string): Containers {
  const isOurs = (labels: Record<string, string> | null) => labels?.[INSTALL_LABEL] === installId;

  const containers: Containers = {
    async list() {
      const filters = JSON.stringify({ label: [`${INSTALL_LABEL}=${installId}`] });
      const { body } = await engine.call("GET", "/containers/json", { query: { all: "true", filters } });
      return ContainerList.parse(body)
        .filter((container) => isOurs(container.Labels))
        .map(({ Id: id, Names: names, State: state, Created: createdS }) => ({
          id,
          name: (names?.[0] ?? "").replace(/^\//, ""),
          isRunning: state === "running",
          startedAt: createdS * 1000,
        }));
    },

    async inspect(nameOrId) {
      const { status, body } = await engine.call("GET", `/containers/${nameOrId}/json`, { accept: [NOT_FOUND] });
      const details = status === NOT_FOUND ? undefined : ContainerDetails.parse(body);
      return details && isOurs(details.Config.Labels) ? details : undefined;
    },

    create: (name, model, settings) =>
      create(name, requireImage(model, settings.image), containerBody(model, settings)),

    async start(id) {
      const options = { accept: [ALREADY_SO], timeoutMs: START_TIMEOUT_MS };
      await engine.call("POST", `/containers/${id}/start`, options).catch(asNoSpace);
    },

    async stop(nameOrId) {
      const details = await containers.inspect(nameOrId);
      if (!details?.State.Running) return;
      const options = {
        query: { t: String(DEVICE_GRACE_MS / 1_000) },
        accept: [NOT_FOUND, ALREADY_SO],
        timeoutMs: START_TIMEOUT_MS,
      };
      await engine.call("POST", `/containers/${details.Id}/stop`, options);
    },

    async rejoin(id, model, { networks, egressProxy }) {
      const kind = kindOf(model);
      // Write the file first: a container that joined the network without it could start and would never learn the
      // address.
      if (kind.egressProxy)
        await putFile(id, model, { ...kind.egressProxy, content: JSON.stringify(egressProxy ?? null) });
      const details = await containers.inspect(id);
      for (const joined of Object.keys(details?.NetworkSettings.Networks ?? {}))
        await engine.call("POST", `/networks/${joined}/disconnect`, { body: { Container: id, Force: true } });
      await engine.call("POST", `/networks/${networks[kind.network]}/connect`, { body: { Container: id } });
    },

    async putKey(nameOrId, model, authorizedKey) {
      const { key } = kindOf(model);
      if (key) await putFile(nameOrId, model, { ...key, content: `${authorizedKey}\n` });
    },

    async rename(oldName, name) {
      const options = { query: { name }, accept: [SAME_NAME, NOT_FOUND, CONFLICT] };
      const { status } = await engine.call("POST", `/containers/${oldName}/rename`, options);
      return status < 300;
    },

    async remove(nameOrId) {
      const options = { query: { force: "true", v: "true" }, accept: [NOT_FOUND, CONFLICT] };
      for (const deadline = performance.now() + REMOVAL_TIMEOUT_MS; ; await sleep(REMOVAL_POLL_MS)) {
        const id = (await containers.inspect(nameOrId))?.Id;
        if (id !== undefined) {
          const { status } = await engine.call("DELETE", `/containers/${id}`, options);
          // Otherwise another caller is already removing it; wait until it is gone.
          if (status !== CONFLICT) return;
        }
        // While dockerd creates a container and its volume, it lists the container but cannot inspect it.
        else if (!(await isListed(nameOrId))) return;
        if (performance.now() > deadline) throw new Error(`the container ${nameOrId} cannot be removed`);
      }
    },

    async measure(nameOrId) {
      const details = await containers.inspect(nameOrId);
      if (!details?.State.Running) return undefined;
      const options = { query: { stream: "false", "one-shot": "true" }, accept: [NOT_FOUND, CONFLICT] };
      const { status, body } = await engine.call("GET", `/containers/${details.Id}/stats`, options);
      return status < 300 ? useIn(body) : undefined;
    },

    async endOf(id) {
      const details = await containers.inspect(id);
      if (!details) return { detail: "its container was removed", usedTooMuchMemory: false };
      const { ExitCode: code, OOMKilled: usedTooMuchMemory, Error: error } = details.State;
      const words = usedTooMuchMemory ? "used more memory than its limit" : `ended with ${code}`;
      const log = error === "" ? await containers.lastWords(id) : error;
      return { detail: `its container ${words}${log === "" ? "" : `: ${log}`}`, usedTooMuchMemory };
    },

    async lastWords(id) {
      const log = await readLog(id, { tail: "5" }).catch((error: unknown) => {
        if (error instanceof EngineError) return "";
        throw error;
      });
      return cutTextStart(log, TOLD_LOG_CHARS).trim();
    },

    async hasImage(image) {
      const { status } = await engine.call("GET", `/images/${image}/json`, { accept: [NOT_FOUND] });
      return status !== NOT_FOUND;
    },

    async run(id, command, timeoutMs) {
      const asked = { AttachStdout: true, AttachStderr: true, Cmd: command };
      const { body } = await engine.call("POST", `/containers/${id}/exec`, { body: asked });
      const options = { body: { Detach: false, Tty: false }, timeoutMs, isOfProgram: true };
      return textOf((await engine.call("POST", `/exec/${Created.parse(body).Id}/start`, options)).body);
    },

    async runOnce(name, model, settings, command, timeoutMs) {
      const id = await create(name, requireImage(model, settings.image), checkBody(model, settings, command));
      try {
        await containers.start(id);
        await engine.call("POST", `/containers/${id}/wait`, { timeoutMs, isOfProgram: true });
        return await readLog(id);
      } finally {
        await containers.remove(id);
      }
    },
  };

  const isListed = async (nameOrId: string) =>
    (await containers.list()).some(({ id, name }) => id === nameOrId || name === nameOrId);

  async function putFile(nameOrId: string, model: DeviceModel, file: Parameters<typeof archiveOf>[0]): Promise<void> {
    const options = { query: { path: kindOf(model).volumePath }, body: archiveOf(file) };
    await engine.call("PUT", `/containers/${nameOrId}/archive`, options);
  }

  async function create(name: string, image: string, body: object): Promise<string> {
    const options = { query: { name }, body, accept: [NOT_FOUND], timeoutMs: START_TIMEOUT_MS };
    const answer = await engine.call("POST", "/containers/create", options).catch(asNoSpace);
    if (answer.status === NOT_FOUND) throw new Error(`its engine has no image ${image}: build it, or pull it`);
    return Created.parse(answer.body).Id;
  }

  async function readLog(id: string, more: Record<string, string> = {}): Promise<string> {
    const query = { stdout: "true", stderr: "true", ...more };
    const options = { query, accept: [NOT_FOUND], isOfProgram: true };
    return textOf((await engine.call("GET", `/containers/${id}/logs`, options)).body);
  }

  return containers;
}

const Created = ContainerDetails.pick({ Id: true });

/** Extracts the output of programs. Eight bytes before each chunk give its stream and length. */
const textOf = (body: unknown): string => String(body).replace(/\p{Control}\0{3}[^]{4}/gu, "");

function asNoSpace(error: unknown): never {
  const isFull = error instanceof EngineError && /no space left on device|disk quota exceeded/i.test(error.message);
  throw isFull ? new AppError("no_space", {}, { cause: error }) : error;
}

/**
 * Returns the address at which the server reaches the container; undefined if it is stopped or has no address. A
 * container keeps the settings of its creation: it may be in another network of the installation, published at another
 * address, or not published.
 */
export function addressOf(
  details: ContainerDetails,
  { installId, publish }: { installId: string; publish?: ContainerSettings["publish"] },
): DeviceAddress | undefined {
  if (!details.State.Running) return undefined;
  const { Networks: joined, Ports: ports } = details.NetworkSettings;
  const bindings = ports?.[`${ADB_PORT}/tcp`] ?? [];
  const binding = publish === undefined ? undefined : bindings.find(({ HostIp }) => HostIp === publish);
  if (binding) return { host: binding.HostIp, port: Number(binding.HostPort) };
  const host = Object.values(networkNames(installId))
    .map(({ network }) => joined?.[network]?.IPAddress)
    .find(Boolean);
  return host ? { host, port: ADB_PORT } : undefined;
}
