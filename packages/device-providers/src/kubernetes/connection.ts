import { CoreV1Api, KubeConfig, type RequestContext } from "@kubernetes/client-node";
import { ConfigError } from "@terrarium/platform/base/config-error";

/** Address and credentials of the cluster's API: a kubeconfig file, or the service account of the server's Pod. */
export interface ClusterAddress {
  kubeconfig: string | undefined;
}

/** Lifetime of connections. Certificates of a kubeconfig may be renewed meanwhile. */
const KEPT_MS = 600_000;

type Dispatcher = NonNullable<ReturnType<RequestContext["getDispatcher"]>>;

/**
 * Settings of the client library, which calls `applySecurityAuthentication` before each call. The library opens a new
 * connection pool for each call, without a timeout. Here calls share one pool and have a timeout.
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

  /** Closes the pool after its pending calls. */
  close(): void {
    const old = this.#kept;
    this.#kept = undefined;
    // A connection that breaks during the close is no problem.
    old?.close().catch(() => undefined);
  }
}

export interface ClusterConnection {
  config: KubeConfig;
  api: CoreV1Api;
  close(): void;
}

/** Reads address and credentials of the cluster. Throws ConfigError. */
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
