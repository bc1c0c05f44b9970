import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { release } from "node:os";
import path from "node:path";
import { HOME, USER } from "../../linux/program-options.ts";
import type { Command } from "../device-kind.ts";
import { INSIDE_UID, ownEtc, SHARED_ETC } from "./root-files.ts";
import { seccompFilter } from "./seccomp-filter.ts";

const MEGABYTE = 1024 ** 2;
/** Where the sandbox's program is inside, with what it needs beside it. */
const INSIDE = "/opt/terrarium";
/** Without it whoever draws text for the first time looks at all fonts. */
const FONT_CACHE = "/var/cache/fontconfig";
const RUNTIME_DIR = `/run/user/${INSIDE_UID}`;
/** Where the socket of the egress gate is inside. */
export const GATE_FOLDER = "/run/terrarium";

/** In which walls a sandbox is. */
export interface Walls {
  /** The folder in which its files are: what is made here for the walls, and its home. */
  folder: string;
  /** Under which id its processes run on this machine, where the server is root; else they run under the server's. */
  uid: number | undefined;
  /** Where its home is: a folder, or the image of a file system that is mounted for it alone. */
  home: { folder: string } | { image: string };
  /** Whose /usr and /etc it sees: "/", or the folder of a root file system. */
  rootPath: string;
  /** A folder of this machine that it sees at `GATE_FOLDER`. */
  gate: string | undefined;
  /** The program that is run in it by this server's own Node, in a folder with all that it needs. */
  program: string;
  /** Whether its programs may make user namespaces, as Chromium does for its pages. */
  mayMakeNamespaces: boolean;
  hostName: string;
  maxProcesses: number;
  /** How much memory files may take that are in memory, in each of its places for such. */
  memoryFilesMb: number;
}

/** What is made visible inside: from where, and where to. */
interface Mount {
  from: string;
  to: string;
}

/** Where root mounts what a sandbox is to see: a folder that every machine has and no sandbox sees. */
export const STAGE_FOLDER = "/sys";
export const STAGED_HOME = `${STAGE_FOLDER}/home`;
/** Of what is staged, each of these is shown as a whole: each more that bubblewrap mounts by itself takes it a millisecond. */
const TREES = ["/usr", "/etc", INSIDE, GATE_FOLDER];

/**
 * As root: mounts what the sandbox is to see where its user can reach it, whatever the folders above allow. All of that is
 * in a mount namespace of its own, so that it is gone with its last process. Folders and files to mount at come first, each
 * up to "--"; the image of a home has a root that is to be its user's, and takes as long to mount as all the others.
 */
const STAGE = `set -e
mount -n -t tmpfs -o size=1m,mode=755 walls ${STAGE_FOLDER}
folders=; while [ "$1" != -- ]; do folders="$folders $1"; shift; done; shift
mkdir -p $folders
{ mount -n -a -T walls.home; if [ -n "$owner" ]; then chown "$owner" ${STAGED_HOME}; fi; } & home=$!
while [ "$1" != -- ]; do : > "$1"; shift; done; shift
mount -n -a -T walls.mounts
wait $home
`;
/**
 * Stays as the parent of the walls: when it ends, the kernel ends them (bwrap's --die-with-parent), while the server may
 * end and be followed by another. What is asked to end is the program alone. It has no file of this machine open: what it
 * prints is copied, up to a size. How many processes a user may have is -p to dash and -u to bash.
 */
const ENTER = `trap '' TERM
{
  [ -z "$processes" ] || ulimit -p "$processes" 2> /dev/null || ulimit -u "$processes" || exit 1
  exec env -i leader=$$ "$@" 4< walls.args 5< walls.filter 2>&1
} | { exec 3>&-; dd bs=1024 count=256 status=none; exec cat > /dev/null; }
`;

/**
 * Becomes the user, before bubblewrap, which as root would leave its programs root's rights on this machine. Ends with
 * whoever stays before the walls, from here on, and at once if that has just ended: from when bubblewrap asks the same,
 * that would no longer be told.
 */
const asUser = (uid: number | undefined): string[] =>
  [
    "setpriv",
    uid === undefined
      ? []
      : [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--inh-caps=-all", "--no-new-privs"],
    ["--pdeathsig=KILL", "/bin/sh", "-c", '[ "$PPID" = "$leader" ] && unset leader && exec "$@"', "walls"],
  ].flat();

/** Writes what bubblewrap and mount are told, and answers the command that runs the program in its walls. Starts in its folder. */
export async function wallsCommand(walls: Walls, args: readonly string[]): Promise<Command> {
  const { folder, uid, home, mayMakeNamespaces, maxProcesses } = walls;
  const mounts = await mountsOf(walls);
  const homeSource = uid === undefined && "folder" in home ? home.folder : STAGED_HOME;
  const trees = TREES.filter((tree) => mounts.some(({ to }) => isIn(tree, to)));
  const staged = mounts.map(({ from, to }) => bound(from, STAGE_FOLDER + to));
  const visible = uid === undefined ? mounts : trees.map((tree) => ({ from: STAGE_FOLDER + tree, to: tree }));
  const told = bubblewrapArguments(walls, homeSource, visible);
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  await Promise.all([
    write("walls.args", told.map((argument) => `${argument}\0`).join("")),
    write("walls.filter", seccompFilter(mayMakeNamespaces)),
    ...(uid === undefined
      ? []
      : [write("walls.mounts", fstab(staged)), write("walls.home", fstab([stagedHome(home)]))]),
  ]);
  const inside = `${INSIDE}/program/${path.basename(walls.program)}`;
  const enter = [
    Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
    asUser(uid),
    ["bwrap", "--args", "4", "--"],
    uid === undefined && countsByNamespace() ? ["prlimit", `--nproc=${maxProcesses}`] : [],
    [`${INSIDE}/bin/node`, "--disable-sigusr1", inside],
    args,
  ].flat();
  // Of what stays before the walls. By TMPDIR, as by that of other devices, it is found which run of the tests it is of.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
  if (uid === undefined) return { argv: ["/bin/sh", "-c", ENTER, "walls", ...enter], env };
  return {
    argv: ["unshare", "--mount", "--", "/bin/sh", "-c", STAGE + ENTER, "walls", ...placesOf(staged), ...enter],
    env: { ...env, owner: "image" in home ? `${uid}:${uid}` : "", processes: String(maxProcesses) },
  };
}

/** In the form of fstab(5). */
interface StagedMount {
  from: string;
  at: string;
  type: "none" | "ext4";
  options: string;
}

const bound = (from: string, at: string): StagedMount => ({ from, at, type: "none", options: "bind" });

/**
 * Without discard, so that the image keeps its room. Its inode tables read as zeros already. An error makes it read-only,
 * which stops the sandbox.
 */
const stagedHome = (home: Walls["home"]): StagedMount =>
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

/** Where `STAGE` mounts: the folders and then the files, each up to "--". */
function placesOf(mounts: readonly StagedMount[]): string[] {
  const isFile = ({ from }: StagedMount) => statSync(from).isFile();
  const files = mounts.filter(isFile).map(({ at }) => at);
  const folders = mounts.map((mount) => (isFile(mount) ? path.dirname(mount.at) : mount.at));
  return [...new Set([...folders, STAGED_HOME]), "--", ...files, "--"];
}

/** In a file like fstab, what would end a field stands as its number. */
const inOctal = (place: string): string =>
  place.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);

const isIn = (tree: string, place: string): boolean => place === tree || place.startsWith(`${tree}/`);

/** Whether the kernel counts a user's processes for each namespace by themselves, and not with all that the user has. */
function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** All that programs inside know of where they are; the channel to the server is the third descriptor. */
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

/** What its user is to read has its mode whatever this process's umask is. Rejects if the folder cannot be written to. */
async function mountsOf({ folder, rootPath, gate, program, hostName }: Walls): Promise<Mount[]> {
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
    ...(gate === undefined ? [] : [{ from: gate, to: GATE_FOLDER }]),
  ];
}

function bubblewrapArguments(walls: Walls, homeSource: string, visible: readonly Mount[]): string[] {
  const { rootPath, hostName, memoryFilesMb } = walls;
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
    // An X server makes this as root alone.
    ["--perms", "1777", "--dir", "/tmp/.X11-unix"],
    inMemory("/run/user", "755"),
    ["--perms", "700", "--dir", RUNTIME_DIR],
    ["--symlink", "/tmp", "/var/tmp", "--symlink", "/run", "/var/run"],
    rootPath === "/" && existsSync(FONT_CACHE) ? readOnly(FONT_CACHE, FONT_CACHE) : [],
    ["--bind", homeSource, HOME],
    // What bubblewrap itself makes for these is in memory, of any size.
    ["--remount-ro", "/dev", "--remount-ro", "/"],
    ["--chdir", HOME],
  ].flat();
}
