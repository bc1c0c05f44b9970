/**
 * Label with the installation's id on its containers, volumes and networks. Objects with another id, or without the
 * label, are never touched.
 */
export const INSTALL_LABEL = "terrarium.install";

/**
 * Returns functions for container names of an installation. A sandbox's container ends in its id; the other names
 * contain a dot.
 */
export function containerNames(installId: string) {
  const prefix = `terrarium-${installId.slice(0, 8)}-`;
  return {
    ofSandbox(sandboxId: string): string {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(sandboxId)) throw new RangeError(`"${sandboxId}" cannot name a container`);
      return prefix + sandboxId;
    },
    ofWarm: (pool: string, id: string): string => `${prefix}warm.${pool}.${id}`,
    /** Temporary name of a claimed container, until it has its sandbox's name. */
    ofClaimed: (warm: string): string => `${warm}.claimed`,
    isClaimed: (name: string): boolean => name.endsWith(".claimed"),
    /** Name of a container that checks the engine's machine. */
    ofCheck: (id: string): string => `${prefix}check.${id}`,
    isCheck: (name: string): boolean => name.startsWith(`${prefix}check.`),
    /** Returns the sandbox's id; undefined for other containers. */
    sandboxIn: (name: string): string | undefined => new RegExp(`^${prefix}([A-Za-z0-9_-]{1,64})$`).exec(name)?.[1],
    /** Returns the pool of a standby container; undefined for other containers. */
    poolIn: (name: string): string | undefined => new RegExp(`^${prefix}warm\\.([0-9a-f]+)\\.`).exec(name)?.[1],
  };
}
