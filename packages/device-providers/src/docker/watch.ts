import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { INSTALL_LABEL } from "./container-names.ts";
import type { Engine } from "./engine.ts";

const RECONNECT_MS = 500;
/** Time after which containers are listed if the engine sends no response headers before the first event. */
const SILENT_OPEN_MS = 1_000;

/** The fields that are read from a line of `GET /events`. */
const Died = z.object({ Actor: z.object({ ID: z.string() }) });

interface WatchOptions {
  engine: Engine;
  installId: string;
  /** Called when a container of this installation has ended. */
  onDied: (containerId: string) => void;
  /** Called when events may have been missed, so that the caller lists the containers. */
  onGap: () => void;
}

/**
 * Watches this installation's containers for their ends, and reconnects after failures. `stop` resolves when the watch
 * is over.
 */
export function watchContainers({ engine, installId, onDied, onGap }: WatchOptions): { stop(): Promise<void> } {
  const stopped = new AbortController();
  // Podman 4 filters by its own event name "died", but reports Docker's "die".
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
      // Invalid line. Missed ends are found when devices are compared with records.
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
