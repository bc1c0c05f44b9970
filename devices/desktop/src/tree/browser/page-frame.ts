import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { FrameSessions } from "@terrarium/devtools/sessions";
import { type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";
import * as z from "zod";
import { coversOf, overFrame, uncovered } from "./covers.ts";
import { isDrawn } from "./drawn.ts";
import { placesOf, rounded, Snapshot, SNAPSHOT_PARTS, tagsOf, type Place, type Viewport } from "./page-places.ts";
import { within } from "./within.ts";

const Value = z.object({ value: z.unknown().optional() }).optional();
/** A node of a page's accessibility tree (DevTools protocol, Accessibility.AXNode). */
const AxNode = z.object({
  nodeId: z.string(),
  ignored: z.boolean(),
  role: Value,
  name: Value,
  value: Value,
  description: Value,
  properties: z.array(z.object({ name: z.string(), value: Value })).default([]),
  childIds: z.array(z.string()).default([]),
  backendDOMNodeId: z.number().optional(),
});
export type AxNode = z.infer<typeof AxNode>;
const AxTree = z.object({ nodes: z.array(AxNode) });

interface Frames {
  frame: { id: string };
  childFrames?: Frames[] | undefined;
}
const Frames: z.ZodType<Frames> = z.lazy(() =>
  z.object({ frame: z.object({ id: z.string() }), childFrames: z.array(Frames).optional() }),
);
const FrameTree = z.object({ frameTree: Frames });
const Owner = z.object({ backendNodeId: z.number() });
const Box = z.object({ model: z.object({ content: z.array(z.number()).length(8) }) });

/** Limit of frames per page, and timeout for frames in other processes: a page can have any number. */
const LIMITS = { frames: 40, otherProcessMs: 1_500 };
/** Bounds of invisible elements. */
const NOTHING: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** One frame of a page, with its content and position. */
export interface PageFrame {
  id: string;
  /** Session of the frame's process; undefined for the page's own. */
  sessionId: string | undefined;
  nodes: readonly AxNode[];
  /** Visible and uncovered elements with their places on the screen, by element number. */
  places: ReadonlyMap<number, Place>;
  /** Upper-case HTML tag names, by element number. */
  tags: ReadonlyMap<number, string>;
  /** Position of the frame on the screen; empty when it is scrolled away. */
  bounds: Bounds;
  /** Child frames, by the number of the element that contains them. */
  frames: ReadonlyMap<number, PageFrame>;
}

/** Reads a page with its frames, including cross-site frames in other processes. */
export class FrameReader {
  readonly #page: DevToolsConnection;
  readonly #sessions: FrameSessions;
  #left = LIMITS.frames;

  constructor(page: DevToolsConnection) {
    this.#page = page;
    this.#sessions = new FrameSessions(page);
  }

  /** Rejects if the page does not respond; omits frames without a response. */
  async read(bounds: Bounds): Promise<PageFrame> {
    return this.#process(undefined, { left: bounds.left, top: bounds.top, bounds, covers: [] });
  }

  /** Rejects if the frame is in view but not drawn yet. */
  async #other(sessionId: string, viewport: Viewport): Promise<PageFrame> {
    if (!isEmpty(viewport.bounds) && !(await isDrawn(this.#page, sessionId))) throw new Error("it is not drawn");
    return this.#process(sessionId, viewport);
  }

  /** Reads all frames of one process. Its topmost frame has this viewport. */
  async #process(sessionId: string | undefined, viewport: Viewport): Promise<PageFrame> {
    const [snapshot, { frameTree }, others] = await Promise.all([
      this.#page.call(Snapshot, "DOMSnapshot.captureSnapshot", SNAPSHOT_PARTS, { sessionId }),
      this.#page.call(FrameTree, "Page.getFrameTree", undefined, { sessionId }),
      this.#sessions.attach(sessionId),
    ]);
    return this.#frame(frameTree, viewport, { sessionId, snapshot, viewport, others });
  }

  async #frame(tree: Frames, viewport: Viewport, process: FrameProcess): Promise<PageFrame> {
    const { sessionId, snapshot, others } = process;
    this.#left -= 1;
    const { nodes } = await this.#page.call(
      AxTree,
      "Accessibility.getFullAXTree",
      { frameId: tree.frame.id },
      { sessionId },
    );
    const document = snapshot.documents.find((each) => snapshot.strings[each.frameId] === tree.frame.id);
    const places = placesOf(document, snapshot.strings, viewport);
    const covers = [...coversOf(document, snapshot.strings, places), ...viewport.covers];
    const frames = new Map<number, PageFrame>();
    const put = async (id: string, read: (viewport: Viewport) => Promise<PageFrame>) => {
      if (this.#left <= 0) return;
      const { backendNodeId } = await this.#page.call(Owner, "DOM.getFrameOwner", { frameId: id }, { sessionId });
      // For frames in other processes, the parent frame is not reported.
      if (!nodes.some((node) => node.backendDOMNodeId === backendNodeId)) return;
      const { model } = await this.#page.call(Box, "DOM.getBoxModel", { backendNodeId }, { sessionId });
      const place = places.get(backendNodeId);
      const over = place ? overFrame(covers, backendNodeId, place) : [];
      const shown = place?.bounds ?? NOTHING;
      frames.set(backendNodeId, await read({ ...viewportIn(model.content, process.viewport, shown), covers: over }));
    };
    await Promise.all([
      ...(tree.childFrames ?? []).map((child) =>
        put(child.frame.id, (inner) => this.#frame(child, inner, process)).catch(() => undefined),
      ),
      ...[...others].map(([id, own]) =>
        within(
          LIMITS.otherProcessMs,
          put(id, (inner) => this.#other(own, inner)),
        ).catch(() => undefined),
      ),
    ]);
    return {
      id: tree.frame.id,
      sessionId,
      nodes,
      places: uncovered(places, covers),
      tags: tagsOf(document, snapshot.strings),
      bounds: viewport.bounds,
      frames,
    };
  }
}

interface FrameProcess {
  sessionId: string | undefined;
  snapshot: Snapshot;
  /** Viewport of the process's topmost frame; boxes are relative to it. */
  viewport: Viewport;
  /** Sessions of nested frames in other processes, by frame id. */
  others: ReadonlyMap<string, string>;
}

/**
 * Returns the position of a frame with a box relative to a viewport. Its visible part is limited to that of its
 * containing element.
 */
function viewportIn(content: readonly number[], from: Viewport, shown: Bounds): Omit<Viewport, "covers"> {
  const [x = 0, y = 0, right = 0, , , bottom = 0] = content;
  const [left, top] = [from.left + x, from.top + y];
  const whole = { left, top, right: left + right - x, bottom: top + bottom - y };
  return { left, top, bounds: rounded(sharedBy(whole, shown)) };
}
