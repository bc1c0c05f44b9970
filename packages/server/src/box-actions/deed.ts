import type { ResponseOf } from "@terrarium/contract/endpoint";
import type { DoneAction } from "../actions/service.ts";
import type { Mark } from "../pictures/draw.ts";

/** An action that is all worked out: what is left is to do it. */
export interface Deed<Actual> extends Pick<DoneAction, "kind" | "detail"> {
  /** Where it is done, for a picture of it. */
  marks: readonly Mark[];
  work: () => Promise<void>;
  message: string;
  /** What is really done, in the words of the request and its scale. */
  actual: Actual;
}

/** What a call answers to have really done. */
export type ActualOf<E> = ResponseOf<E> extends { actual: infer Actual } ? Actual : never;
