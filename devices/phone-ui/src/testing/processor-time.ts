/** Returns this thread's processor time so far, in ms. It measures a duration independently of the machine's load. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
