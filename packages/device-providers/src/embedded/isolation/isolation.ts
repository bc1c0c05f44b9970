import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { release } from "node:os";
import path from "node:path";
import { HOME, USER } from "../../linux/program-options.ts";
import type { Command } from "../device-kind.ts";
import { INSIDE_UID, ownEtc, SHARED_ETC } from "./root-files.ts";
import { seccompFilter } from "./seccomp-filter.ts";

const MEGABYTE = 1024 ** 2;
/** Folder of the sandbox's program and its Node, inside. */
const INSIDE = "/opt/terrarium";
/** Without this cache, the first program that draws text scans all fonts. */
const FONT_CACHE = "/var/cache/fontconfig";
const RUNTIME_DIR = `/run/user/${INSIDE_UID}`;
/** Folder of the egress proxy's socket, inside. */
export const PROXY_FOLDER = "/run/terrarium";

/** Isolation of a sandbox. */
export interface Isolation {
  /** Folder of its files: the generated ones and its home. */
  folder: string;
  /** User id of its processes on this machine if the server is root; undefined: the server's own user. */
  uid: number | undefined;
  /** Its home: a folder, or a file system image that is mounted only for it. */
  home: { folder: string } | { image: string };
  /** Source of its /usr and /etc: "/", or the folder of a root file system. */
  rootPath: string;
  /** Folder of this machine that it sees at `PROXY_FOLDER`. */
  egressProxy: string | undefined;
  /** Program that this server's own Node runs in it; its folder contains all it needs. */
  program: string;
  /** Whether its programs may create user namespaces, as Chromium does for its pages. */
  mayMakeNamespaces: boolean;
  hostName: string;
  maxProcesses: number;
  /** Size limit of each of its memory file systems. */
  memoryFilesMb: number;
}

/** A path that is visible inside: source and target. */
interface Mount {
  from: string;
  to: string;
}

/** Folder at which root stages the mounts. Every machine has it, and no sandbox sees it. */
export const STAGE_FOLDER = "/sys";
export const STAGED_HOME = `${STAGE_FOLDER}/home`;
/** Staged trees that are mounted as a whole, because each mount by bubblewrap takes a millisecond. */
const TREES = ["/usr", "/etc", INSIDE, PROXY_FOLDER];

/**
 * As root: mounts the sandbox's files where its user can reach them, regardless of parent folder permissions. The
 * mounts are in a separate mount namespace, so they disappear with its last process. The arguments are the mount
 * points, folders and then files, each list up to "--". A home image is mounted in parallel, because it takes as long
 * as all others; its root folder is given to the sandbox's user.
 */
const STAGE = `set -e
mount -n -t tmpfs -o size=1m,mode=755 isolation ${STAGE_FOLDER}
folders=; while [ "$1" != -- ]; do folders="$folders $1"; shift; done; shift
mkdir -p $folders
{ mount -n -a -T isolation.home; if [ -n "$owner" ]; then chown "$owner" ${STAGED_HOME}; fi; } & home=$!
while [ "$1" != -- ]; do : > "$1"; shift; done; shift
mount -n -a -T isolation.mounts
wait $home
`;
/**
 * Stays as the parent of bubblewrap, which ends with it (--die-with-parent), while servers may restart. Only the
 * program reacts to SIGTERM. The program has no file of this machine open: its output is copied, up to a size. The
 * process limit is -p in dash and -u in bash.
 */
const ENTER = `trap '' TERM
{
  [ -z "$processes" ] || ulimit -p "$processes" 2> /dev/null || ulimit -u "$processes" || exit 1
  exec env -i leader=$$ "$@" 4< isolation.args 5< isolation.filter 2>&1
} | { exec 3>&-; dd bs=1024 count=256 status=none; exec cat > /dev/null; }
`;

/**
 * Switches to the user before bubblewrap, which would otherwise leave root's rights to its programs. From here on the
 * process is killed when its parent ends. It also ends at once if the parent has just ended, because bubblewrap's own
 * request would come too late to notice.
 */
const asUser = (uid: number | undefined): string[] =>
  [
    "setpriv",
    uid === undefined
      ? []
      : [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--inh-caps=-all", "--no-new-privs"],
    ["--pdeathsig=KILL", "/bin/sh", "-c", '[ "$PPID" = "$leader" ] && unset leader && exec "$@"', "isolation"],
  ].flat();

/**
 * Writes the input files of bubblewrap and mount. Resolves with the command that runs the program isolated; it must
 * start in the folder.
 */
export async function isolatedCommand(isolation: Isolation, args: readonly string[]): Promise<Command> {
  const { folder, uid, home, mayMakeNamespaces, maxProcesses } = isolation;
  const mounts = await mountsOf(isolation);
  const homeSource = uid === undefined && "folder" in home ? home.folder : STAGED_HOME;
  const trees = TREES.filter((tree) => mounts.some(({ to }) => isIn(tree, to)));
  const staged = mounts.map(({ from, to }) => bound(from, STAGE_FOLDER + to));
  const visible = uid === undefined ? mounts : trees.map((tree) => ({ from: STAGE_FOLDER + tree, to: tree }));
  const told = bubblewrapArguments(isolation, homeSource, visible);
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  await Promise.all([
    write("isolation.args", told.map((argument) => `${argument}\0`).join("")),
    write("isolation.filter", seccompFilter(mayMakeNamespaces)),
    ...(uid === undefined
      ? []
      : [write("isolation.mounts", fstab(staged)), write("isolation.home", fstab([stagedHome(home)]))]),
  ]);
  const inside = `${INSIDE}/program/${path.basename(isolation.program)}`;
  const enter = [
    Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
    asUser(uid),
    ["bwrap", "--args", "4", "--"],
    uid === undefined && countsByNamespace() ? ["prlimit", `--nproc=${maxProcesses}`] : [],
    [`${INSIDE}/bin/node`, "--disable-sigusr1", inside],
    args,
  ].flat();
  // Environment of the outer process. TMPDIR assigns sandboxes to their test run, as for other devices.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
  if (uid === undefined) return { argv: ["/bin/sh", "-c", ENTER, "isolation", ...enter], env };
  return {
    argv: ["unshare", "--mount", "--", "/bin/sh", "-c", STAGE + ENTER, "isolation", ...placesOf(staged), ...enter],
    env: { ...env, owner: "image" in home ? `${uid}:${uid}` : "", processes: String(maxProcesses) },
  };
}

/** An entry of fstab(5). */
interface StagedMount {
  from: string;
  at: string;
  type: "none" | "ext4";
  options: string;
}

const bound = (from: string, at: string): StagedMount => ({ from, at, type: "none", options: "bind" });

/**
 * Mounted without discard, so that the image keeps its blocks. Its inode tables already read as zeros. An error makes
 * it read-only, which stops the sandbox.
 */
const stagedHome = (home: Isolation["home"]): StagedMount =>
  "image" in home
    ? {
        from: home.image,
        at: STAGED_HOME,
        type: "ext4",
        options: "loop,nosuid,nodev,nodiscard,noinit_itable,errors=remount-ro",
      }
    : bound(home.folder, STAGED_HOME);

const fstab = (mounts: readonly StagedMount[]): string =>
  mounts.map(({ from, at, type, options }) => `${inOctal(from)} ${at} ${type} ${options} 0 0\n`).join("");

/** Returns the mount points for `STAGE`: folders, then files, each list up to "--". */
function placesOf(mounts: readonly StagedMount[]): string[] {
  const isFile = ({ from }: StagedMount) => statSync(from).isFile();
  const files = mounts.filter(isFile).map(({ at }) => at);
  const folders = mounts.map((mount) => (isFile(mount) ? path.dirname(mount.at) : mount.at));
  return [...new Set([...folders, STAGED_HOME]), "--", ...files, "--"];
}

/** Escapes field separators as octal numbers, as in fstab(5). */
const inOctal = (place: string): string =>
  place.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);

const isIn = (tree: string, place: string): boolean => place === tree || place.startsWith(`${tree}/`);

/** Returns whether the kernel counts a user's processes per namespace instead of in total. */
function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Environment of programs inside; the channel to the server is descriptor 3. */
const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
  HOME,
  USER,
  LOGNAME: USER,
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  TMPDIR: "/tmp",
  XDG_RUNTIME_DIR: RUNTIME_DIR,
  NODE_CHANNEL_FD: "3",
  NODE_CHANNEL_SERIALIZATION_MODE: "json",
};

/**
 * Writes the files of /etc and returns all mounts. Sets file modes explicitly, regardless of the umask. Rejects if the
 * folder is not writable.
 */
async function mountsOf({ folder, rootPath, egressProxy, program, hostName }: Isolation): Promise<Mount[]> {
  const etc = path.join(folder, "etc");
  await mkdir(etc, { recursive: true });
  const own = Object.entries(ownEtc(hostName));
  await Promise.all(
    own.map(async ([name, content]) => {
      const file = path.join(etc, name);
      await writeFile(file, content);
      await chmod(file, 0o644);
    }),
  );
  const etcFolder = path.join(rootPath, "etc");
  const shared = SHARED_ETC.filter((name) => existsSync(path.join(etcFolder, name)));
  return [
    ...own.map(([name]) => ({ from: path.join(etc, name), to: `/etc/${name}` })),
    ...shared.map((name) => ({ from: path.join(etcFolder, name), to: `/etc/${name}` })),
    ...(rootPath === "/" ? [] : [{ from: path.join(rootPath, "usr"), to: "/usr" }]),
    { from: process.execPath, to: `${INSIDE}/bin/node` },
    { from: path.dirname(program), to: `${INSIDE}/program` },
    ...(egressProxy === undefined ? [] : [{ from: egressProxy, to: PROXY_FOLDER }]),
  ];
}

function bubblewrapArguments(isolation: Isolation, homeSource: string, visible: readonly Mount[]): string[] {
  const { rootPath, hostName, memoryFilesMb } = isolation;
  const size = String(Math.round(memoryFilesMb * MEGABYTE));
  const inMemory = (place: string, mode: string) => ["--perms", mode, "--size", size, "--tmpfs", place];
  const readOnly = (from: string, to: string) => ["--ro-bind", from, to];
  return [
    ["--unshare-user", "--unshare-all", "--uid", String(INSIDE_UID), "--gid", String(INSIDE_UID)],
    ["--die-with-parent", "--hostname", hostName, "--seccomp", "5"],
    rootPath === "/" ? readOnly("/usr", "/usr") : [],
    ["bin", "sbin", "lib", "lib32", "lib64"].flatMap((name) =>
      existsSync(path.join(rootPath, "usr", name)) ? ["--symlink", `usr/${name}`, `/${name}`] : [],
    ),
    visible.flatMap(({ from, to }) => readOnly(from, to)),
    ["--proc", "/proc", "--dev", "/dev"],
    inMemory("/dev/shm", "1777"),
    inMemory("/tmp", "1777"),
    // Otherwise only root's X servers can create it.
    ["--perms", "1777", "--dir", "/tmp/.X11-unix"],
    inMemory("/run/user", "755"),
    ["--perms", "700", "--dir", RUNTIME_DIR],
    ["--symlink", "/tmp", "/var/tmp", "--symlink", "/run", "/var/run"],
    rootPath === "/" && existsSync(FONT_CACHE) ? readOnly(FONT_CACHE, FONT_CACHE) : [],
    ["--bind", homeSource, HOME],
    // bubblewrap creates these as memory file systems of unlimited size.
    ["--remount-ro", "/dev", "--remount-ro", "/"],
    ["--chdir", HOME],
  ].flat();
}
