import * as z from "zod";
import type { Bounds } from "../../screen/bounds.ts";
import { isEmpty, sharedBy } from "../bounds.ts";
import { coversOf, overFrame, uncovered } from "./covers.ts";
import type { DevToolsConnection } from "./dev-tools.ts";
import { isDrawn } from "./drawn.ts";
import { placesOf, rounded, Snapshot, snapshotParts, tagsOf, type Place, type Viewport } from "./page-places.ts";
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

/** Frames of one page that are read, in all, and how long those of other processes may take: a page can have any. */
const limits = { frames: 40, otherProcessMs: 1_500 };
/** Where that is of which nothing shows. */
const nothing: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** One frame of a page: what is in it, and where. */
export interface PageFrame {
  nodes: readonly AxNode[];
  /** Of the elements of which something shows, on the screen, and which nothing of the page covers, by their numbers. */
  places: ReadonlyMap<number, Place>;
  /** What elements are called in HTML, in capitals, by their numbers. */
  tags: ReadonlyMap<number, string>;
  /** Where the frame is on the screen; of one that is scrolled away, nothing. */
  bounds: Bounds;
  /** The frames in it, by the numbers of the elements that hold them. */
  frames: ReadonlyMap<number, PageFrame>;
}

/** Reads the page with the frames in it, those of other sites among them, which are other processes'. */
export class FrameReader {
  readonly #page: DevToolsConnection;
  #left = limits.frames;

  constructor(page: DevToolsConnection) {
    this.#page = page;
  }

  /** Rejects if the page does not answer; of its frames those are left out that do not. */
  async read(bounds: Bounds): Promise<PageFrame> {
    return this.#process(undefined, { left: bounds.left, top: bounds.top, bounds, covers: [] });
  }

  /** Rejects if it is in sight, and nothing of it shows yet. */
  async #other(session: string, viewport: Viewport): Promise<PageFrame> {
    if (!isEmpty(viewport.bounds) && !(await isDrawn(this.#page, session))) throw new Error("it is not drawn");
    return this.#process(session, viewport);
  }

  /** All frames of one process, the topmost of which is in this viewport. */
  async #process(session: string | undefined, viewport: Viewport): Promise<PageFrame> {
    const [snapshot, { frameTree }, others] = await Promise.all([
      this.#page.call(Snapshot, "DOMSnapshot.captureSnapshot", snapshotParts, session),
      this.#page.call(FrameTree, "Page.getFrameTree", {}, session),
      this.#page.attachFrames(session),
    ]);
    return this.#frame(frameTree, viewport, { session, snapshot, viewport, others });
  }

  async #frame(tree: Frames, viewport: Viewport, process: FrameProcess): Promise<PageFrame> {
    const { session, snapshot, others } = process;
    this.#left -= 1;
    const { nodes } = await this.#page.call(AxTree, "Accessibility.getFullAXTree", { frameId: tree.frame.id }, session);
    const document = snapshot.documents.find((each) => snapshot.strings[each.frameId] === tree.frame.id);
    const places = placesOf(document, snapshot.strings, viewport);
    const covers = [...coversOf(document, snapshot.strings, places), ...viewport.covers];
    const frames = new Map<number, PageFrame>();
    const put = async (id: string, read: (viewport: Viewport) => Promise<PageFrame>) => {
      if (this.#left <= 0) return;
      const { backendNodeId } = await this.#page.call(Owner, "DOM.getFrameOwner", { frameId: id }, session);
      // Of those of other processes, whose frame they are in is not told.
      if (!nodes.some((node) => node.backendDOMNodeId === backendNodeId)) return;
      const { model } = await this.#page.call(Box, "DOM.getBoxModel", { backendNodeId }, session);
      const place = places.get(backendNodeId);
      const over = place ? overFrame(covers, backendNodeId, place) : [];
      const shown = place?.bounds ?? nothing;
      frames.set(backendNodeId, await read({ ...viewportIn(model.content, process.viewport, shown), covers: over }));
    };
    await Promise.all([
      ...(tree.childFrames ?? []).map((child) =>
        put(child.frame.id, (inner) => this.#frame(child, inner, process)).catch(() => undefined),
      ),
      ...[...others].map(([id, own]) =>
        within(
          limits.otherProcessMs,
          put(id, (inner) => this.#other(own, inner)),
        ).catch(() => undefined),
      ),
    ]);
    return {
      nodes,
      places: uncovered(places, covers),
      tags: tagsOf(document, snapshot.strings),
      bounds: viewport.bounds,
      frames,
    };
  }
}

interface FrameProcess {
  session: string | undefined;
  snapshot: Snapshot;
  /** Of its topmost frame, from which boxes are measured. */
  viewport: Viewport;
  /** The frames of other processes in it, with the sessions by which these are asked. */
  others: ReadonlyMap<string, string>;
}

/** Where a frame is whose box was measured from a viewport; no more of it shows than of the element that holds it. */
function viewportIn(content: readonly number[], from: Viewport, shown: Bounds): Omit<Viewport, "covers"> {
  const [x = 0, y = 0, right = 0, , , bottom = 0] = content;
  const [left, top] = [from.left + x, from.top + y];
  const whole = { left, top, right: left + right - x, bottom: top + bottom - y };
  return { left, top, bounds: rounded(sharedBy(whole, shown)) };
}
