// oxlint-disable-next-line eslint/no-restricted-imports -- the one place for it
import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "../session/store.ts";

/** Handlers of a call's answer. `isShown`: the person still looks at what made the call, and did not leave it. */
export interface Outcome<Data> {
  onSuccess?: (data: Data, isShown: boolean) => void;
  onError?: (error: Error, isShown: boolean) => void;
  /** Called last after a success, if what made the call is still shown: closes a dialog, or navigates. */
  close?: () => void;
}

/**
 * A call that changes something, or makes a file. The handlers run for every call, whatever the person looks at by then:
 * useMutation drops its own once the component is gone or makes another call. No handler runs after the session ended.
 * `leave` stops waiting for the calls under way, as when their dialog is closed: they go on, and none is pending here.
 */
export function useChange<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const { mutateAsync, reset } = mutation;
  const isMounted = useRef(false);
  /** How often the calls under way were left. */
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
