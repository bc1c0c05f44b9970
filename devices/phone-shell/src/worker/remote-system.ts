import type { SystemCall, SystemCalls } from "../system-calls/system-calls.ts";

/** Forwards each call to the device's main thread in a message. */
export class RemoteSystem {
  readonly calls: SystemCalls;
  readonly #inFlight = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #nextId = 1;

  constructor(send: (id: number, name: SystemCall, args: Parameters<SystemCalls[SystemCall]>) => void) {
    this.calls = new Proxy({} as SystemCalls, {
      get:
        (_target, name: SystemCall) =>
        (...args: Parameters<SystemCalls[SystemCall]>) =>
          new Promise((resolve, reject) => {
            const id = this.#nextId++;
            this.#inFlight.set(id, { resolve, reject });
            send(id, name, args);
          }),
    });
  }

  answer(id: number, value: unknown, error: string | undefined): void {
    const call = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    if (error === undefined) call?.resolve(value as never); // SystemCalls types both ends
    else call?.reject(new Error(error));
  }
}
