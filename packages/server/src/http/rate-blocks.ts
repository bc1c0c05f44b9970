import type { RateWindows } from "./rate-windows.ts";

/** Number of blocks of a limit. When a caller moves to another server, at most one block stays unused. */
const BLOCKS = 10;
/** Number of keys above which expired ones are removed. */
const KEPT_KEYS = 10_000;

/** Calls that a server may still allow in a window. */
interface Block {
  left: number;
  /** The limit was used up when the block was requested. Calls are rejected until the window ends. */
  isRefusal: boolean;
  /** Time by `clock`. */
  endsAt: number;
}

export interface RateBlocks {
  /** Counts a call. Returns how long it is refused, in ms, or 0 if it is allowed. */
  take(key: string, max: number): Promise<number>;
}

/**
 * Creates counts over all servers for calls that are too frequent to count one by one. A server reserves a block of a
 * limit in the database and allows that many calls by itself. All servers together never exceed the limit.
 */
export function createRateBlocks(
  windows: Pick<RateWindows, "count">,
  windowMs: number,
  clock: () => number = () => performance.now(),
): RateBlocks {
  const blocks = new Map<string, Block>();
  /** Pending reservations. Concurrent callers share them. */
  const asking = new Map<string, Promise<Block>>();

  const isOpen = ({ endsAt }: Block) => clock() < endsAt;

  async function ask(key: string, max: number): Promise<Block> {
    const size = Math.ceil(max / BLOCKS);
    const { calls, leftMs } = await windows.count(key, windowMs, size);
    const left = Math.min(size, Math.max(0, max - (calls - size)));
    const block = { left, isRefusal: left === 0, endsAt: clock() + leftMs };
    if (blocks.size >= KEPT_KEYS) for (const [old, kept] of blocks) if (!isOpen(kept)) blocks.delete(old);
    blocks.set(key, block);
    return block;
  }

  /** Returns the current block of a key, or reserves a new one. */
  async function find(key: string, max: number): Promise<Block> {
    const known = blocks.get(key);
    if (known && isOpen(known) && (known.isRefusal || known.left > 0)) return known;
    let answer = asking.get(key);
    if (!answer) {
      answer = ask(key, max).finally(() => asking.delete(key));
      asking.set(key, answer);
    }
    return answer;
  }

  return {
    async take(key, max) {
      for (;;) {
        const block = await find(key, max);
        if (block.isRefusal) return Math.max(1, block.endsAt - clock());
        // Several callers can wait for a block and use it up.
        if (block.left === 0) continue;
        block.left -= 1;
        return 0;
      }
    },
  };
}
