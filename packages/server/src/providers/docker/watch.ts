import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { INSTALL_LABEL } from "./container.ts";
import type { Engine } from "./engine.ts";

const RECONNECT_MS = 500;
/** An engine that says nothing before something happens is asked what there is after this. */
const SILENT_OPEN_MS = 1_000;

/** What is read of a line of `GET /events`. */
const Died = z.object({ Actor: z.object({ ID: z.string() }) });

interface WatchOptions {
  engine: Engine;
  installId: string;
  /** A container of ours ended. */
  onDied: (containerId: string) => void;
  /** Ends may have been missed: what there is is to be looked at. */
  onGap: () => void;
}

/** Follows the ends of this installation's containers, again and again; `stop` resolves when that is over. */
export function watchContainers({ engine, installId, onDied, onGap }: WatchOptions): { stop(): Promise<void> } {
  const stopped = new AbortController();
  // Podman 4 filters by a name of its own, and tells by Docker's.
  const filters = JSON.stringify({
    type: ["container"],
    event: ["die", "died"],
    label: [`${INSTALL_LABEL}=${installId}`],
  });

  function readLine(line: string): void {
    let event: unknown;
    try {
      event = JSON.parse(line);
    } catch {
      // Not an event: what was missed is found when devices are compared with records.
      return;
    }
    const died = Died.safeParse(event);
    if (died.success) onDied(died.data.Actor.ID);
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const timer = setTimeout(onGap, SILENT_OPEN_MS);
      const open = () => {
        clearTimeout(timer);
        onGap();
      };
      await engine.follow("/events", { filters }, { open, line: readLine });
      clearTimeout(timer);
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  }
  const running = run();

  return {
    stop() {
      stopped.abort();
      engine.close();
      return running;
    },
  };
}
