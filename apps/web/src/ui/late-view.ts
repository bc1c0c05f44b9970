import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { t } from "../language/text.ts";
import { FAILURE_WORDS } from "./failure-words.ts";

/** Fetches code; rejects in words of ours: those of browsers name files, and in one language. */
export const fetchCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch((cause: unknown) => {
    throw new Error(t(FAILURE_WORDS.noCode), { cause });
  });

/** A component whose code is fetched when it is first shown. */
export const lateView = <Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await fetchCode(load))[name] }));
