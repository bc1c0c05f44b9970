import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Motion, UiNode } from "../render/node.ts";
import { useInternals } from "./internals.ts";
import type { PartMotion, Reveal } from "./reveal.ts";

const AT_REST: Motion = { opacity: 1, scale: 1, translateXPx: 0, translateYPx: 0 };

/** Opens and closes an element with an animation or a finger. Without a viewer it opens or closes at once. */
export function useReveal(open: boolean, durationMs: number): Reveal {
  const { stage } = useInternals();
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  const state = useRef({
    progress: 0,
    following: false,
    stop: () => undefined as void,
    parts: new Map<string, { node: UiNode | undefined; motion: PartMotion; ref: (node: UiNode | null) => void }>(),
  }).current;

  const apply = (progress: number): void => {
    state.progress = progress;
    for (const { node, motion } of state.parts.values()) {
      if (node) stage.setMotion(node, progress >= 1 ? undefined : { ...AT_REST, ...motion(progress, node) });
    }
  };
  const run = (target: number): void => {
    state.stop();
    const from = state.progress;
    const distance = Math.abs(target - from);
    state.stop = stage.animate(Math.max(1, durationMs * distance), (done) => {
      apply(from + (target - from) * (1 - (1 - done) ** 3));
      if (done >= 1 && target === 0) stage.run(() => setPresent(false));
    });
  };
  useLayoutEffect(() => {
    if (present && !state.following) run(open ? 1 : 0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only these two values start the motion; the latest parts move
  }, [open, present]);
  useEffect(() => () => state.stop(), [state]);

  return {
    present,
    part(name, motion) {
      const known = state.parts.get(name);
      if (known) {
        known.motion = motion;
        return known.ref;
      }
      const part = {
        node: undefined as UiNode | undefined,
        motion,
        ref: (node: UiNode | null): void => {
          part.node = node ?? undefined;
          if (node && state.progress < 1) stage.setMotion(node, { ...AT_REST, ...motion(state.progress, node) });
        },
      };
      state.parts.set(name, part);
      return part.ref;
    },
    follow(progress) {
      state.stop();
      state.following = true;
      setPresent(true);
      apply(Math.max(0, Math.min(1, progress)));
    },
    settle(next) {
      state.following = false;
      run(next ? 1 : 0);
    },
    get progress() {
      return state.progress;
    },
  };
}
