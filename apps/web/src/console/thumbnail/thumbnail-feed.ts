import { getBoxThumbnail } from "@terrarium/contract/boxes";
import { callForFile } from "../../api/call.ts";

const INTERVAL_MS = 2_000;
/** Maximum number of cached screenshots of devices without a thumbnail, so that they can be shown again at once. */
const KEPT_PICTURES = 40;

type Listener = () => void;

interface Feed {
  picture: ImageBitmap | undefined;
  listeners: Set<Listener>;
  timer: ReturnType<typeof setTimeout> | undefined;
  request: AbortController | undefined;
}

const feeds = new Map<string, Feed>();

/** Returns the last received screenshot of a device. */
export const lastPicture = (sandboxId: string): ImageBitmap | undefined => feeds.get(sandboxId)?.picture;

/**
 * Polls a device's screen and passes each screenshot to the listener, until the returned function is called. For a
 * sandbox that is not live, it fetches one screenshot at most, unless one is cached.
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
    // The list itself reports the sandbox's end. The last screenshot stays until then.
    if (request.signal.aborted) return;
  }
  if (isLive) feed.timer = setTimeout(() => void refresh(sandboxId, feed, isLive), INTERVAL_MS);
}

/** Resolves when the page is visible or the signal is aborted, so that hidden pages fetch nothing. */
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
