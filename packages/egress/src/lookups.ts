import { createDnsResolve, type Egress, type Resolve, resolveWithSystem } from "./egress.ts";

interface LookupBounds {
  /** Limit of concurrent lookups of all clients. */
  total: number;
  /** Limit of concurrent lookups of one client. */
  perClient: number;
  /** Limit of one client's queued lookups; more are rejected. */
  waiting: number;
  /** Time from the request until a lookup is rejected, in milliseconds. */
  deadlineMs: number;
}

interface Lookup {
  hostName: string;
  resolve: (addresses: readonly string[]) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

interface ClientQueue {
  running: number;
  waiting: Lookup[];
}

/**
 * Shares one resolver among clients. Each client has a queue, and the queues take turns, so that a flooding client
 * delays only itself. Returns a function that creates a client's resolver, which rejects beyond the limits.
 */
export function createLookups(resolveHost: Resolve, bounds: LookupBounds): (client: string) => Resolve {
  const queues = new Map<string, ClientQueue>();
  let running = 0;

  function startWaiting(): void {
    for (const [client, queue] of queues) {
      if (running >= bounds.total) return;
      const lookup = queue.running < bounds.perClient ? queue.waiting.shift() : undefined;
      if (!lookup) continue;
      // Moves the client to the end, so that this loop visits it again while there is capacity.
      queues.delete(client);
      queues.set(client, queue);
      void run(client, queue, lookup);
    }
  }

  async function run(client: string, queue: ClientQueue, lookup: Lookup): Promise<void> {
    running += 1;
    queue.running += 1;
    try {
      lookup.resolve(await resolveHost(lookup.hostName));
    } catch (error) {
      lookup.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(lookup.deadline);
      running -= 1;
      queue.running -= 1;
      // A client moves to the end after each lookup.
      queues.delete(client);
      if (queue.running > 0 || queue.waiting.length > 0) queues.set(client, queue);
      startWaiting();
    }
  }

  return (client) => (hostName) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(client) ?? { running: 0, waiting: [] };
      if (queue.waiting.length >= bounds.waiting) return reject(new Error("too many lookups wait"));
      const deadline = setTimeout(() => {
        queue.waiting = queue.waiting.filter((each) => each !== lookup);
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(client);
        reject(new Error("the DNS lookup timed out"));
      }, bounds.deadlineMs);
      const lookup: Lookup = { hostName, resolve, reject, deadline };
      queue.waiting.push(lookup);
      queues.set(client, queue);
      startWaiting();
    });
}

/** Each query uses its own channel with a few sockets. */
const DNS_BOUNDS: LookupBounds = { total: 128, perClient: 4, waiting: 64, deadlineMs: 10_000 };
const DNS_TIMEOUT_MS = 2_000;
/** The system's lookups run on Node's four threads, which also read files. */
const SYSTEM_BOUNDS: LookupBounds = { total: 2, perClient: 1, waiting: 64, deadlineMs: 10_000 };

const byDns = createLookups(createDnsResolve(DNS_TIMEOUT_MS), DNS_BOUNDS);
const bySystem = createLookups(resolveWithSystem, SYSTEM_BOUNDS);

/**
 * Returns the resolver of a client, such as a sandbox or a team, for a mode. All resolvers of this process share the
 * limits. With "all", names known only to this machine are resolved too.
 */
export const resolverFor = (egress: Egress, client: string): Resolve => (egress === "all" ? bySystem : byDns)(client);
