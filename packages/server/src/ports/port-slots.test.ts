import { PORT_LIMITS } from "@terrarium/contract/limits";
import { expect, test, vi } from "vitest";
import { PortSlots } from "./port-slots.ts";

const { open, waiting } = PORT_LIMITS;
const holder = { sandboxId: "sbx_1", organizationId: "org_1", network: undefined };
const never = new AbortController().signal;
const fill = (slots: PortSlots, count: number, by: Parameters<PortSlots["take"]>[0] = holder) =>
  Promise.all(Array.from({ length: count }, () => slots.take(by, never)));

test("a connection above the limit gets the next free slot", async () => {
  const slots = new PortSlots();
  const [free] = await fill(slots, open.perSandbox);
  const late = slots.take(holder, never);
  free?.();
  expect(await late).toBeTypeOf("function");
});

test("a flood fills the queue, and other sandboxes stay reachable", async () => {
  const slots = new PortSlots();
  await fill(slots, open.perSandbox);
  const leaving = new AbortController();
  const queued = Array.from({ length: waiting.perSandbox }, () => slots.take(holder, leaving.signal));
  await expect(slots.take(holder, never)).rejects.toMatchObject({ code: "socket_limit" });
  expect(await slots.take({ ...holder, sandboxId: "sbx_2" }, never)).toBeTypeOf("function");
  leaving.abort(new Error("left"));
  await Promise.all(queued.map((each) => expect(each).rejects.toThrow("left")));
});

test("a client that leaves the queue takes no slot", async () => {
  const slots = new PortSlots();
  const [free] = await fill(slots, open.perSandbox);
  const leaving = new AbortController();
  const left = slots.take(holder, leaving.signal);
  leaving.abort(new Error("left"));
  free?.();
  await expect(left).rejects.toThrow("left");
  expect(await slots.take(holder, never)).toBeTypeOf("function");
});

test("waits only for a limited time", async () => {
  vi.useFakeTimers();
  try {
    const slots = new PortSlots();
    await fill(slots, open.perSandbox);
    const late = slots.take(holder, never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(waiting.longestMs);
    expect(await late).toMatchObject({ code: "socket_limit" });
  } finally {
    vi.useRealTimers();
  }
});

test("visitors of public ports share the limit of their network", async () => {
  const slots = new PortSlots();
  const visitor = (n: number) => ({ sandboxId: `sbx_${n}`, organizationId: `org_${n}`, network: "192.0.2.1" });
  await fill(slots, open.perSandbox, visitor(1));
  await fill(slots, open.perNetwork - open.perSandbox, visitor(2));
  const leaving = new AbortController();
  const refused = slots.take(visitor(3), leaving.signal).catch((error: unknown) => error);
  expect(await slots.take({ ...visitor(4), network: "192.0.2.2" }, never)).toBeTypeOf("function");
  leaving.abort(new Error("left"));
  expect(await refused).toMatchObject({ message: "left" });
});
