import type { RateWindows } from "./rate-windows.ts";

/** Into how many blocks a limit is cut: what one server may leave unused of it when its caller goes to another. */
const BLOCKS = 10;
/** Beyond so many keys those whose window is over are looked for. */
const KEPT_KEYS = 10_000;

/** What a server may still let pass in a window. */
interface Block {
  left: number;
  /** Nothing was left of the limit when it was asked for: what comes is refused until the window is over. */
  isRefusal: boolean;
  /** By `clock`. */
  endsAt: number;
}

export interface RateBlocks {
  /** Counts a call; answers for how long it is refused, in ms; 0: it may pass. */
  take(key: string, max: number): Promise<number>;
}

/**
 * Counts that hold over all servers, for calls that are too many to count one by one: a server takes a block of a limit in
 * the database, and lets so many pass by itself. All of them together never let more pass than the limit.
 */
export function createRateBlocks(
  windows: Pick<RateWindows, "count">,
  windowMs: number,
  clock: () => number = () => performance.now(),
): RateBlocks {
  const blocks = new Map<string, Block>();
  /** Asked for, and not answered yet: who comes meanwhile waits for the same. */
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

  /** What is known of a key, or else a new block of its limit. */
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
        // Of many who waited for a block some may find nothing left of it.
        if (block.left === 0) continue;
        block.left -= 1;
        return 0;
      }
    },
  };
}
