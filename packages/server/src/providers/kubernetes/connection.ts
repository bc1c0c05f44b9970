import { CoreV1Api, KubeConfig, type RequestContext } from "@kubernetes/client-node";
import { ConfigError } from "../../base/config-error.ts";

/** Where the cluster's API is and who we are there: a kubeconfig file, or else the Pod that the server runs in. */
export interface ClusterAddress {
  kubeconfig: string | undefined;
}

/** How long connections are kept: certificates of a kubeconfig may be renewed meanwhile. */
const KEPT_MS = 600_000;

type Dispatcher = NonNullable<ReturnType<RequestContext["getDispatcher"]>>;

/**
 * The settings of the client library, which calls this before each call. It makes a new pool of connections for each
 * call, and sets no limit of time: here they share one, and have a limit.
 */
class Connection extends KubeConfig {
  #kept: Dispatcher | undefined;
  #keptSince = 0;
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    super();
    this.#timeoutMs = timeoutMs;
  }

  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    await super.applySecurityAuthentication(context);
    context.setSignal(AbortSignal.timeout(this.#timeoutMs));
    if (this.#kept === undefined || performance.now() - this.#keptSince > KEPT_MS) {
      this.close();
      this.#kept = context.getDispatcher();
      this.#keptSince = performance.now();
    }
    if (this.#kept) context.setDispatcher(this.#kept);
  }

  /** Calls that go on end as they would have. */
  close(): void {
    const old = this.#kept;
    this.#kept = undefined;
    // A connection that breaks while it is closed is what was wanted.
    old?.close().catch(() => undefined);
  }
}

export interface ClusterConnection {
  config: KubeConfig;
  api: CoreV1Api;
  close(): void;
}

/** Reads how the cluster is reached. Throws ConfigError. */
export function connectCluster({ kubeconfig }: ClusterAddress, timeoutMs: number): ClusterConnection {
  const config = new Connection(timeoutMs);
  try {
    if (kubeconfig === undefined) config.loadFromCluster();
    else config.loadFromFile(kubeconfig);
    return { config, api: config.makeApiClient(CoreV1Api), close: () => config.close() };
  } catch (error) {
    throw new ConfigError(
      `KUBECONFIG ${kubeconfig ?? "of this Pod"} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
