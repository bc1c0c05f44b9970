/** Contents of the files in /proc (proc(5)), with the parts that scripts read. */
import { cpus, freemem, totalmem } from "node:os";
import type { ProcessInfo } from "../processes/process-table.ts";

const KIBIBYTE = 1024;
const PAGE_BYTES = 4096;
/** Memory that the device reports, independent of the host's memory. */
const SHOWN_MEMORY_BYTES = 2 * 1024 ** 3;

/** Returns the device's memory in bytes. The free part is proportional to the host's. */
export function deviceMemory(): { totalBytes: number; freeBytes: number } {
  return { totalBytes: SHOWN_MEMORY_BYTES, freeBytes: Math.floor(SHOWN_MEMORY_BYTES * (freemem() / totalmem())) };
}

export function memoryInfo(): string {
  const { totalBytes, freeBytes } = deviceMemory();
  const rows: [string, number][] = [
    ["MemTotal", totalBytes],
    ["MemFree", freeBytes],
    ["MemAvailable", freeBytes],
    ["Buffers", 0],
    ["Cached", 0],
    ["SwapTotal", 0],
    ["SwapFree", 0],
  ];
  return rows
    .map(([name, bytes]) => `${`${name}:`.padEnd(16)}${String(Math.floor(bytes / KIBIBYTE)).padStart(8)} kB\n`)
    .join("");
}

export function cpuInfo(abi: string): string {
  const model = abi.startsWith("arm")
    ? "Processor\t: AArch64 Processor rev 0 (aarch64)"
    : "model name\t: Terrarium virtual processor";
  return cpus()
    .map((_cpu, index) => `processor\t: ${index}\n${model}\n\n`)
    .join("");
}

export const FILESYSTEMS = "nodev\tproc\nnodev\ttmpfs\n\text4\nnodev\tfuse\n";

export const mounts = [
  "/dev/block/dm-0 / ext4 ro,seclabel,relatime 0 0",
  "tmpfs /dev tmpfs rw,seclabel,nosuid,relatime,mode=755 0 0",
  "proc /proc proc rw,relatime,gid=3009,hidepid=invisible 0 0",
  "/dev/block/dm-1 /data ext4 rw,seclabel,nosuid,nodev,noatime 0 0",
  "/dev/fuse /storage/emulated fuse rw,lazytime,nosuid,nodev,noexec,noatime 0 0",
  "",
].join("\n");

const STATE_NAMES = { R: "running", S: "sleeping", T: "stopped", Z: "zombie" } as const;

export function processStatus(process: ProcessInfo): string {
  const { pid, parentPid, userId, state, commandLine, memoryBytes } = process;
  const rows: [string, string | number][] = [
    ["Name", (commandLine[0] ?? "").split("/").at(-1)?.slice(0, 15) ?? ""],
    ["State", `${state} (${STATE_NAMES[state]})`],
    ["Tgid", pid],
    ["Pid", pid],
    ["PPid", parentPid],
    ["TracerPid", 0],
    ["Uid", `${userId}\t${userId}\t${userId}\t${userId}`],
    ["Gid", `${userId}\t${userId}\t${userId}\t${userId}`],
    ["VmSize", `${String(memoryBytes / KIBIBYTE).padStart(8)} kB`],
    ["VmRSS", `${String(memoryBytes / KIBIBYTE).padStart(8)} kB`],
    ["Threads", 1],
  ];
  return rows.map(([name, value]) => `${name}:\t${value}\n`).join("");
}

export function processStat(process: ProcessInfo, bootedAtMs: number): string {
  const { pid, parentPid, groupId, state, commandLine, busyMs, memoryBytes, startedAtMs } = process;
  const ticks = Math.floor(busyMs / 10);
  const name = (commandLine[0] ?? "").split("/").at(-1)?.slice(0, 15) ?? "";
  const memory = `${memoryBytes} ${Math.ceil(memoryBytes / PAGE_BYTES)} ${Number.MAX_SAFE_INTEGER}`;
  const begun = Math.max(0, Math.floor((startedAtMs - bootedAtMs) / 10));
  // Fields 1 to 25 of proc(5). The 27 fields after them are addresses and counters with the value 0.
  return `${pid} (${name}) ${state} ${parentPid} ${groupId} ${groupId} 0 -1 4194304 0 0 0 0 ${ticks} 0 0 0 20 0 1 0 ${begun} ${memory}${" 0".repeat(27)}\n`;
}

/** Tables of sockets and interfaces in /proc/net: no open sockets, and only the loopback interface. */
const SOCKET_TABLE =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
export const NETWORK_TABLES: Readonly<Record<string, string>> = {
  dev: `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0
`,
  tcp: SOCKET_TABLE,
  tcp6: SOCKET_TABLE,
  udp: SOCKET_TABLE,
  udp6: SOCKET_TABLE,
  unix: "Num       RefCount Protocol Flags    Type St Inode Path\n",
};
