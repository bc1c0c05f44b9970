// oxlint-disable-next-line eslint/no-restricted-imports -- the one place for it
import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "../session/store.ts";

/**
 * Handlers of a response. `isShown`: the component that made the call is still mounted, and the user did not leave it.
 */
export interface Outcome<Data> {
  onSuccess?: (data: Data, isShown: boolean) => void;
  onError?: (error: Error, isShown: boolean) => void;
  /** Runs last after a success, if the component that made the call is still shown: closes a dialog, or navigates. */
  close?: () => void;
}

/**
 * Makes a call that changes data or creates a file. The handlers run for every call, even after the component has
 * unmounted. useMutation instead drops its handlers once the component unmounts or makes another call. No handler runs
 * after the session ended. `leave` stops waiting for pending calls, for example when their dialog closes: they
 * continue, and none is pending here.
 */
export function useChange<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const { mutateAsync, reset } = mutation;
  const isMounted = useRef(false);
  /** Number of times that `leave` was called. */
  const departures = useRef(0);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError, close }: Outcome<Data> = {}): void => {
      const { token } = useSession.getState();
      const departuresBefore = departures.current;
      const isShown = () => isMounted.current && departures.current === departuresBefore;
      const handing =
        <Result>(handle: (result: Result) => void) =>
        (result: Result): void => {
          if (useSession.getState().token === token) handle(result);
        };
      const succeed = (data: Data) => {
        onSuccess?.(data, isShown());
        if (isShown()) close?.();
      };
      const fail = (error: Error) => onError?.(error, isShown());
      void mutateAsync(variables).then(handing(succeed), handing(fail));
    },
    [mutateAsync],
  );
  const leave = useCallback(() => {
    departures.current += 1;
    reset();
  }, [reset]);
  return { ...mutation, mutate, leave };
}
