// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession, signIn } from "../session/store.ts";
import { act } from "../testing/act.ts";
import { useChange } from "./use-change.ts";

const told = vi.fn<(...said: unknown[]) => void>();
let answers: PromiseWithResolvers<string>[];
let host: HTMLElement;
let root: Root;

function Probe() {
  const { mutate, leave, isPending } = useChange({ mutationFn: (index: number) => answers[index]!.promise });
  const outcome = {
    onSuccess: (data: string, isShown: boolean) => told(data, isShown),
    onError: ({ message }: Error, isShown: boolean) => told(message, isShown),
    close: () => told("closed"),
  };
  return (
    <>
      {[0, 1].map((index) => (
        <button key={index} type="button" onClick={() => mutate(index, outcome)}>
          {index}
        </button>
      ))}
      <button type="button" onClick={leave}>
        Leave
      </button>
      {isPending && "pending"}
    </>
  );
}

const press = (index: number) => act(() => host.querySelectorAll("button")[index]?.click());
const succeed = (index: number, data: string) => act(() => answers[index]?.resolve(data));
const fail = (index: number, message: string) => act(() => answers[index]?.reject(new Error(message)));

beforeEach(async () => {
  signIn("secret");
  answers = [Promise.withResolvers(), Promise.withResolvers()];
  host = document.createElement("div");
  root = createRoot(host);
  const queries = new QueryClient();
  await act(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  told.mockClear();
});

test("handlers run while the component is mounted and after it unmounts", async () => {
  await press(0);
  await succeed(0, "saved");
  expect(told.mock.calls).toEqual([["saved", true], ["closed"]]);
  await press(1);
  await act(() => root.render(null));
  await fail(1, "refused");
  expect(told.mock.lastCall).toEqual(["refused", false]);
});

test("handlers of two concurrent calls both run, in any response order", async () => {
  await press(0);
  await press(1);
  await succeed(1, "sent");
  await fail(0, "refused");
  expect(told.mock.calls).toEqual([["sent", true], ["closed"], ["refused", true]]);
});

test("no handler runs after the session of the call has ended", async () => {
  await press(0);
  await press(1);
  forgetSession("logout");
  await succeed(0, "a file");
  signIn("another one's");
  await fail(1, "refused");
  expect(told).not.toHaveBeenCalled();
});

test("a left call is not pending, and its response closes nothing", async () => {
  const isPending = () => host.textContent.includes("pending");
  await press(0);
  await expect.poll(isPending).toBe(true);
  await press(2);
  await expect.poll(isPending).toBe(false);
  await press(1);
  await succeed(0, "saved");
  await expect.poll(() => told.mock.calls).toEqual([["saved", false]]);
  await expect.poll(isPending).toBe(true);
  await succeed(1, "sent");
  await expect.poll(() => told.mock.calls.slice(1)).toEqual([["sent", true], ["closed"]]);
});
