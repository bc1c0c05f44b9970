import { getBoxThumbnail } from "@terrarium/contract/boxes";
import { callForFile } from "../../api/call.ts";

const INTERVAL_MS = 2_000;
/** Pictures of devices that nobody looks at any more, kept to be shown at once when they are looked at again. */
const KEPT_PICTURES = 40;

type Listener = () => void;

interface Feed {
  picture: ImageBitmap | undefined;
  listeners: Set<Listener>;
  timer: ReturnType<typeof setTimeout> | undefined;
  request: AbortController | undefined;
}

const feeds = new Map<string, Feed>();

/** The last picture of a device's screen that was seen. */
export const lastPicture = (sandboxId: string): ImageBitmap | undefined => feeds.get(sandboxId)?.picture;

/**
 * Has a device's screen looked at again and again, and tells of each picture, until the returned function is called. Of
 * one that is not live there is one picture at most, which is asked for unless it was seen.
 */
export function watchThumbnail(sandboxId: string, isLive: boolean, listener: Listener): () => void {
  const feed = feeds.get(sandboxId) ?? {
    picture: undefined,
    listeners: new Set(),
    timer: undefined,
    request: undefined,
  };
  feeds.delete(sandboxId);
  feeds.set(sandboxId, feed);
  feed.listeners.add(listener);
  if (feed.request === undefined && (isLive || feed.picture === undefined)) void refresh(sandboxId, feed, isLive);
  return () => {
    feed.listeners.delete(listener);
    if (feed.listeners.size > 0) return;
    clearTimeout(feed.timer);
    feed.request?.abort();
    feed.request = undefined;
    forgetOld();
  };
}

async function refresh(sandboxId: string, feed: Feed, isLive: boolean): Promise<void> {
  const request = new AbortController();
  feed.request = request;
  clearTimeout(feed.timer);
  await untilSeen(request.signal);
  if (request.signal.aborted) return;
  try {
    const png = await callForFile(getBoxThumbnail, { params: { boxId: sandboxId }, signal: request.signal });
    const picture = await createImageBitmap(png);
    if (request.signal.aborted) return picture.close();
    feed.picture?.close();
    feed.picture = picture;
    for (const tell of feed.listeners) tell();
  } catch {
    // The list itself says what became of the sandbox; the last picture stays until then.
    if (request.signal.aborted) return;
  }
  if (isLive) feed.timer = setTimeout(() => void refresh(sandboxId, feed, isLive), INTERVAL_MS);
}

/** What nobody sees is not asked for: resolves when the page is in sight, or the signal is aborted. */
function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}

function forgetOld(): void {
  for (const [id, feed] of feeds) {
    if (feeds.size <= KEPT_PICTURES) return;
    if (feed.listeners.size > 0) continue;
    feed.picture?.close();
    feeds.delete(id);
  }
}
