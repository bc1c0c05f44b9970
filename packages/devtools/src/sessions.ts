import * as z from "zod";
import type { DevToolsConnection } from "./connection.ts";

const Attached = z.object({ sessionId: z.string() });
const AutoAttached = Attached.extend({ targetInfo: z.object({ targetId: z.string(), type: z.string() }) });

/** Attaches to a target of the browser. Returns the session for calls to it. */
export async function attachTo(browser: DevToolsConnection, targetId: string): Promise<string> {
  const { sessionId } = await browser.call(Attached, "Target.attachToTarget", { targetId, flatten: true });
  return sessionId;
}

/** Sessions of a page's frames in other processes, by frame id, grouped by the parent session. */
export class FrameSessions {
  readonly #page: DevToolsConnection;
  readonly #attached = new Map<string | undefined, Map<string, string>>();

  constructor(page: DevToolsConnection) {
    this.#page = page;
    page.listen(({ sessionId, method, params }) => {
      if (method === "Target.attachedToTarget") this.#add(sessionId, AutoAttached.parse(params));
    });
  }

  /** Attaches to the frames inside this session, or inside the page itself. */
  async attach(sessionId: string | undefined): Promise<ReadonlyMap<string, string>> {
    const how = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await this.#page.call(z.unknown(), "Target.setAutoAttach", how, { sessionId });
    return this.#attached.get(sessionId) ?? new Map();
  }

  #add(within: string | undefined, { sessionId, targetInfo: { type, targetId } }: z.infer<typeof AutoAttached>): void {
    if (type !== "iframe") return;
    const frames = this.#attached.get(within) ?? new Map<string, string>();
    this.#attached.set(within, frames.set(targetId, sessionId));
  }
}
