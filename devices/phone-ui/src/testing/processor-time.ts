/** What this thread has taken of the processor so far, in ms: how long something takes, however busy the machine is. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
