import type { LinuxKind } from "../provider.ts";

/** Numbers of a system call on x86-64 (asm/unistd_64.h) and arm64 (asm-generic/unistd.h); null if it does not exist. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/** Highest known call. Calls of later kernels fail with ENOSYS, as on older kernels. */
export const HIGHEST_CALL = 450;

export const CLONE: Numbers = [56, 220];
export const CLONE3: Numbers = [435, 435];
export const SOCKET: Numbers = [41, 198];
export const SOCKETPAIR: Numbers = [53, 199];
export const IOCTL: Numbers = [16, 29];

/** Errors of rejected calls (errno(3)). */
export const ERRNOS = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of linux/sched.h. */
export const NEW_NAMESPACES = 0x7e020000;
/**
 * Allowed socket families: unix, IPv4 and IPv6, and the interface information of netlink. AF_VSOCK is excluded because
 * no namespace isolates it.
 */
export const FAMILIES: readonly number[] = [1, 2, 10];
export const NETLINK = 16;
export const NETLINK_ROUTE = 0;

/** Chromium isolates its pages in user namespaces. */
export const mayMakeNamespaces = (kind: LinuxKind): boolean => kind !== "linux";

/** Calls of Chromium's own sandbox. They need capabilities that only a user namespace provides. */
export const NAMESPACE_CALLS: Record<string, Numbers> = {
  chroot: [161, 51],
  unshare: [272, 97],
};

/**
 * Calls that no program of a sandbox needs and that attacks have used. They concern mounts, other processes' memory,
 * programs in the kernel, keys, user-space page faults, clocks and the machine itself.
 */
export const REFUSED_CALLS: Record<string, Numbers> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setns: [308, 268],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
};
