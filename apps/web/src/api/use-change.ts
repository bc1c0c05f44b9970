// oxlint-disable-next-line eslint/no-restricted-imports -- the one place for it
import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "../session/store.ts";

/** What is done once a call was answered. `isMounted`: what made the call is still on the page. */
export interface Outcome<Data> {
  onSuccess?: (data: Data, isMounted: boolean) => void;
  onError?: (error: Error, isMounted: boolean) => void;
}

/**
 * A call that changes something, or makes a file. What is to be done with its answer is done whatever the person looks at
 * by then, for each call: useMutation's own callbacks are dropped once the component is gone, or makes another call.
 * Nothing is done with an answer to a session that has ended: that was told, and what was asked for is no longer theirs.
 */
export function useChange<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: Outcome<Data> = {}): void => {
      const { token } = useSession.getState();
      const hand =
        <Result>(to: ((result: Result, isMounted: boolean) => void) | undefined) =>
        (result: Result): void => {
          if (useSession.getState().token === token) to?.(result, isMounted.current);
        };
      void mutateAsync(variables).then(hand(onSuccess), hand(onError));
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
