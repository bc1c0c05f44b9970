import { Readable } from "node:stream";
import { STORAGE } from "@terrarium/contract/limits";
import { AppError } from "../base/app-error.ts";
import { type Caller, type CallerId, callerKey } from "../base/caller.ts";
import { newId } from "../db/ids.ts";
import type { DataDisk } from "../disk/data-disk.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Counted, ObjectRecord, ObjectStore, Owners } from "./store.ts";

/** Permitted types. Browsers display them directly, and none can contain a script. */
type StoredType = "image/png" | "image/jpeg" | "image/webp" | "video/mp4" | "video/webm";

/** Runs work when its turn comes. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface ListedObject extends Pick<ObjectRecord, "sizeBytes" | "durationMs" | "createdAt"> {
  storageKey: string;
  /** Whether it is complete. */
  isWhole: boolean;
}

/** An object as it is sent. */
interface StoredObject {
  contentType: string;
  sizeBytes: number;
  /** Returns the bytes from `start` up to, but not including, `end`, a part at a time, each in its turn. */
  read(start: number, end: number, inTurn: InTurn): Readable;
}

/**
 * Screenshots and recordings of sandboxes, in the database. They stay while the sandbox is listed, within the limits of
 * STORAGE.
 */
export interface StorageService {
  /**
   * Stores a complete object of a sandbox and returns its storage key. Throws storage_limit; nothing is stored then.
   */
  put(sandboxId: string, contentType: StoredType, bytes: Uint8Array): Promise<string>;
  /** Starts a streaming upload and returns its storage key. The object is readable after `finish`. */
  begin(sandboxId: string, contentType: StoredType): Promise<string>;
  /**
   * Appends to an unfinished object, in the order of the calls. Throws storage_limit if no more can be added. If the
   * object is at its limit, nothing was added; if other objects cannot make room, everything was.
   */
  append(storageKey: string, bytes: Uint8Array): Promise<void>;
  /** Completes an object, with the length of a recording. */
  finish(storageKey: string, durationMs?: number): Promise<void>;
  /** Returns a sandbox's newest objects of a type, newest first. The caller must check access to the sandbox. */
  list(sandboxId: string, contentType: StoredType, limit: number): Promise<ListedObject[]>;
  /** Removes the object. */
  drop(storageKey: string): Promise<void>;
  /**
   * Returns a path by which anyone can fetch an object of the sandbox for this time, while its maker has access. The
   * caller must check the maker's access to the sandbox. Throws object_not_found.
   */
  presign(maker: Caller, sandboxId: string, storageKey: string, expiresInMs?: number): Promise<string>;
  /** Opens the object of such a path. Throws address_expired. */
  open(objectId: string, token: string): Promise<StoredObject>;
  /** Removes objects without a sandbox and expired ones. */
  forget(): Promise<void>;
}

interface StorageParts {
  store: ObjectStore;
  box: SecretBox;
  disk: Pick<DataDisk, "requireSpare">;
  /** Returns whether the maker of an address still has access to the team that owns the object. */
  hasAccess: (maker: CallerId, organizationId: string) => Promise<boolean>;
}

export function createStorageService(
  { store, box, disk, hasAccess }: StorageParts,
  clock: () => number = Date.now,
  limits: { objectBytes: number; perOrganization: Bounds; perUser: Bounds } = STORAGE,
): StorageService {
  const { objectBytes, perOrganization, perUser } = limits;

  async function insert(sandboxId: string, contentType: StoredType, bytes: Uint8Array, isWhole: 0 | 1) {
    const owners = await store.ownersOf(sandboxId);
    if (!owners) throw new AppError("sandbox_not_found", { sandboxId });
    if (bytes.length > objectBytes) throw tooLarge(sandboxId, objectBytes);
    disk.requireSpare();
    const createdAt = clock();
    const id = newId("obj", createdAt);
    await store.insert({ id, sandboxId, ...owners, contentType, isWhole, createdAt }, bytes);
    try {
      await makeRoom(owners, sandboxId, id);
    } catch (error) {
      await store.detach(id);
      throw error;
    }
    return keyOf({ organizationId: owners.organizationId, sandboxId, id });
  }

  async function makeRoom(owners: Owners, sandboxId: string, askingId: string): Promise<void> {
    await makeRoomOf({ by: "organizationId", id: owners.organizationId, most: perOrganization }, sandboxId, askingId);
    if (owners.countsFor !== null)
      await makeRoomOf({ by: "countsFor", id: owners.countsFor, most: perUser }, sandboxId, askingId);
  }

  /**
   * Deletes the oldest objects of the sandbox with the most, until a team or a user is within its limits. One sandbox
   * thus reduces others at most to an equal share. Never deletes unfinished objects, or the requesting one. The
   * requesting sandbox always gets at least one complete object.
   */
  async function makeRoomOf({ by, id, most }: Owner, sandboxId: string, askingId: string): Promise<void> {
    const used = await store.measure(by, id);
    const exceeded = (): "bytes" | "objects" | undefined => {
      if (used.bytes > most.bytes) return "bytes";
      return used.objects > most.objects ? "objects" : undefined;
    };
    if (!exceeded()) return;
    const shares = sharesOf(await store.list(by, id), askingId);
    const asking = shares.get(sandboxId);
    for (let over = exceeded(); over; over = exceeded()) {
      const measure = over;
      const giver = [...shares.values()]
        .filter((share) => share.toGive.length > 0 || (share === asking && share.bytes > objectBytes))
        .reduce<Share | undefined>(
          (largest, share) => (largest && largest[measure] >= share[measure] ? largest : share),
          undefined,
        );
      const oldest = giver?.toGive.shift();
      if (!giver || !oldest) throw tooMuchGrows(sandboxId, by, most.bytes);
      await store.detach(oldest.id);
      for (const each of [used, giver]) {
        each.objects -= 1;
        each.bytes -= oldest.sizeBytes;
      }
    }
  }

  return {
    put: (sandboxId, contentType, bytes) => insert(sandboxId, contentType, bytes, 1),

    begin: (sandboxId, contentType) => insert(sandboxId, contentType, new Uint8Array(), 0),

    async append(storageKey, bytes) {
      const { sandboxId, id } = partsOf(storageKey);
      disk.requireSpare();
      const owners = await store.append(id, bytes, objectBytes);
      if (!owners) throw tooLarge(sandboxId, objectBytes);
      await makeRoom(owners, sandboxId, id);
    },

    finish: (storageKey, durationMs) => store.finish(partsOf(storageKey).id, durationMs),

    async list(sandboxId, contentType, limit) {
      const objects = await store.newest(sandboxId, contentType, limit);
      return objects.map(({ id, organizationId, sizeBytes, durationMs, createdAt, isWhole }) => ({
        storageKey: keyOf({ organizationId, sandboxId, id }),
        sizeBytes,
        durationMs,
        createdAt,
        isWhole: isWhole === 1,
      }));
    },

    drop: (storageKey) => store.detach(partsOf(storageKey).id),

    async presign(maker, sandboxId, storageKey, expiresInMs = STORAGE.address.defaultMs) {
      const object = await store.find(partsOf(storageKey).id);
      const isThis = object?.sandboxId === sandboxId && keyOf({ ...object, sandboxId }) === storageKey;
      if (!object || !isThis || object.isWhole === 0) throw new AppError("object_not_found", { sandboxId, storageKey });
      const expiresAt = Math.min(clock() + expiresInMs, maker.endsAt ?? Infinity);
      const token = box.seal(`${expiresAt} ${maker.kind} ${callerKey(maker)}`, tokenOwner(object.id));
      return `/api/v1/storage/${object.id}?token=${token}`;
    },

    async open(objectId, token) {
      const { expiresAt, maker } = readToken(box, objectId, token);
      const object = clock() < expiresAt ? await store.find(objectId) : undefined;
      if (!object || !(await hasAccess(maker, object.organizationId))) throw new AppError("address_expired");
      const { contentType, sizeBytes } = object;
      return {
        contentType,
        sizeBytes,
        read: (start, end, inTurn) => Readable.from(readParts(store, objectId, { start, end }, inTurn)),
      };
    },

    async forget() {
      await store.detachMadeBefore(clock() - STORAGE.keptMs);
      await store.removeDetached();
    },
  };
}

/** Limits of the stored objects. */
interface Bounds {
  bytes: number;
  objects: number;
}

interface Owner {
  by: Counted;
  id: string;
  most: Bounds;
}

/** Stored objects of a sandbox. */
interface Share {
  objects: number;
  bytes: number;
  /** Oldest first. */
  toGive: { id: string; sizeBytes: number }[];
}

/** Groups all objects of a team or a user by sandbox, newest first. */
function sharesOf(objects: Awaited<ReturnType<ObjectStore["list"]>>, askingId: string): Map<string | null, Share> {
  const shares = new Map<string | null, Share>();
  for (const { id, sandboxId, sizeBytes, isWhole } of objects) {
    const share = shares.get(sandboxId) ?? { objects: 0, bytes: 0, toGive: [] };
    shares.set(sandboxId, share);
    share.objects += 1;
    share.bytes += sizeBytes;
    if (id !== askingId && isWhole === 1) share.toGive.unshift({ id, sizeBytes });
  }
  return shares;
}

const tooLarge = (sandboxId: string, objectBytes: number) =>
  new AppError("storage_limit", { sandboxId, detail: `a picture or recording has at most ${objectBytes} bytes` });

function tooMuchGrows(sandboxId: string, by: Counted, bytes: number): AppError {
  const whose = by === "countsFor" ? "of whoever made this sandbox" : "of this team";
  return new AppError("storage_limit", { sandboxId, detail: `ongoing recordings ${whose} fill ${bytes} bytes` });
}

const keyOf = ({
  organizationId,
  sandboxId,
  id,
}: Pick<ObjectRecord, "organizationId" | "id"> & { sandboxId: string }) =>
  `storage://${organizationId}/${sandboxId}/${id}`;

function partsOf(storageKey: string): { organizationId: string; sandboxId: string; id: string } {
  const [, , organizationId = "", sandboxId = "", id = ""] = storageKey.split("/");
  return { organizationId, sandboxId, id };
}

const tokenOwner = (objectId: string): string => `address of ${objectId}`;

/** Returns the expiry of an address, and its maker. An invalid token counts as expired. */
function readToken(box: SecretBox, objectId: string, token: string): { expiresAt: number; maker: CallerId } {
  try {
    const [expiresAt, kind, id = ""] = box.open(token, tokenOwner(objectId)).split(" ");
    // The cast is safe, because this server sealed the kind.
    return { expiresAt: Number(expiresAt), maker: { kind: kind as CallerId["kind"], id } };
  } catch {
    return { expiresAt: 0, maker: { kind: "box-token", id: "" } };
  }
}

async function* readParts(
  store: ObjectStore,
  objectId: string,
  { start, end }: { start: number; end: number },
  inTurn: InTurn,
): AsyncGenerator<Uint8Array> {
  const partAt = async (at: number) => {
    const part = await inTurn(() => store.readPart(objectId, at));
    if (!part || part.startByte + part.bytes.length <= at) throw new Error(`${objectId} was removed while it was read`);
    return part.bytes.subarray(at - part.startByte, end - part.startByte);
  };
  for (let at = start; at < end;) {
    const bytes = await partAt(at);
    at += bytes.length;
    yield bytes;
  }
}
