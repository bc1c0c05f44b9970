import { createDnsResolve, type Egress, type Resolve, resolveWithSystem } from "./egress.ts";

interface LookupBounds {
  /** Lookups at once, of all clients. */
  total: number;
  /** Lookups at once of one client. */
  perClient: number;
  /** Lookups of one client that wait for a slot; more are rejected. */
  waiting: number;
  /** Time until a lookup is rejected, from when it was asked for, in milliseconds. */
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
 * Shares one resolver among clients. Each client has a queue, and the queues take turns, so a client that floods waits
 * for itself. Returns the resolver of a client; it rejects beyond the bounds.
 */
export function createLookups(resolveHost: Resolve, bounds: LookupBounds): (client: string) => Resolve {
  const queues = new Map<string, ClientQueue>();
  let running = 0;

  function startWaiting(): void {
    for (const [client, queue] of queues) {
      if (running >= bounds.total) return;
      const lookup = queue.running < bounds.perClient ? queue.waiting.shift() : undefined;
      if (!lookup) continue;
      // Comes again in this loop while there is room.
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
      // A client that was served goes to the end of the line.
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
        reject(new Error("the lookup took too long"));
      }, bounds.deadlineMs);
      const lookup: Lookup = { hostName, resolve, reject, deadline };
      queue.waiting.push(lookup);
      queues.set(client, queue);
      startWaiting();
    });
}

/** Each query has a channel of its own, with a few sockets. */
const DNS_BOUNDS: LookupBounds = { total: 128, perClient: 4, waiting: 64, deadlineMs: 10_000 };
const DNS_TIMEOUT_MS = 2_000;
/** The system's lookups take the threads that read files too, of which Node has four. */
const SYSTEM_BOUNDS: LookupBounds = { total: 2, perClient: 1, waiting: 64, deadlineMs: 10_000 };

const byDns = createLookups(createDnsResolve(DNS_TIMEOUT_MS), DNS_BOUNDS);
const bySystem = createLookups(resolveWithSystem, SYSTEM_BOUNDS);

/**
 * Returns the resolver of a client for a mode, such as a sandbox or a team. All resolvers of this process share the
 * bounds. With "all", names that only this machine knows are found too.
 */
export const resolverFor = (egress: Egress, client: string): Resolve => (egress === "all" ? bySystem : byDns)(client);
