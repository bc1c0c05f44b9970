import type { ResponseOf } from "@terrarium/contract/endpoint";
import type { DoneAction } from "../action-log/service.ts";
import type { Mark } from "../pictures/draw.ts";

/** A resolved action, ready to run. */
export interface PreparedAction<Actual> extends Pick<DoneAction, "kind" | "detail"> {
  /** Its positions, for a screenshot with marks. */
  marks: readonly Mark[];
  work: () => Promise<void>;
  message: string;
  /** The resolved action, in the form and scale of the request. */
  actual: Actual;
}

/** The resolved action in a call's response. */
export type ActualOf<E> = ResponseOf<E> extends { actual: infer Actual } ? Actual : never;
