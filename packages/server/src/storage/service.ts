import { Readable } from "node:stream";
import { STORAGE } from "@terrarium/contract/limits";
import { AppError } from "../base/app-error.ts";
import { type Caller, type CallerId, callerKey } from "../base/caller.ts";
import { newId } from "../db/ids.ts";
import type { DataDisk } from "../disk/data-disk.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Counted, ObjectRecord, ObjectStore, Owners } from "./store.ts";

/** What may be stored. Each is shown by a browser as it stands: none can hold a script. */
type StoredType = "image/png" | "image/jpeg" | "image/webp" | "video/mp4" | "video/webm";

/** Does some work when it is its turn. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** An object as it is sent. */
interface StoredObject {
  contentType: string;
  sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`; a part at a time, each in its turn. */
  read(start: number, end: number, inTurn: InTurn): Readable;
}

/** Pictures and recordings of sandboxes, kept by the database: as long as the sandbox is listed, STORAGE at most. */
export interface StorageService {
  /** Stores something of a sandbox that is whole and answers its storage key. Throws storage_limit: then nothing is kept. */
  put(sandboxId: string, contentType: StoredType, bytes: Uint8Array): Promise<string>;
  /** The same for what grows; answers the storage key at once. Until `finish` nobody can fetch it. */
  begin(sandboxId: string, contentType: StoredType): Promise<string>;
  /**
   * Adds to the end of what grows, in the order of the calls. Throws storage_limit where no more can be added: nothing
   * was if the object cannot grow any more, and all was if what there is besides cannot make room.
   */
  append(storageKey: string, bytes: Uint8Array): Promise<void>;
  finish(storageKey: string): Promise<void>;
  /** Removes it. */
  drop(storageKey: string): Promise<void>;
  /**
   * Returns a path by which anyone fetches an object of the sandbox for so long, and no longer than its maker has access.
   * The caller has checked that the maker may see the sandbox. Throws object_not_found.
   */
  presign(maker: Caller, sandboxId: string, storageKey: string, expiresInMs?: number): Promise<string>;
  /** Opens the object of such a path. Throws address_expired. */
  open(objectId: string, token: string): Promise<StoredObject>;
  /** Removes what lost its sandbox or is too old. */
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
   * Until a team, or a user, is within its bounds, lets the oldest go of the sandbox that has the most, so that what is
   * made with one takes from others no more than makes them equal; never what grows, nor the one that asks. The sandbox
   * that asks gets one whole object at least.
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

    finish: (storageKey) => store.finish(partsOf(storageKey).id),

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

/** How much is stored at most. */
interface Bounds {
  bytes: number;
  objects: number;
}

interface Owner {
  by: Counted;
  id: string;
  most: Bounds;
}

/** What a sandbox has stored. */
interface Share {
  objects: number;
  bytes: number;
  /** Oldest first. */
  toGive: { id: string; sizeBytes: number }[];
}

/** By sandbox, of all objects that count for a team or a user, newest first. */
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
  new AppError("storage_limit", { sandboxId, detail: `one picture or recording has ${objectBytes} bytes at most` });

function tooMuchGrows(sandboxId: string, by: Counted, bytes: number): AppError {
  const whose = by === "countsFor" ? "of whoever made this sandbox" : "of this team";
  return new AppError("storage_limit", { sandboxId, detail: `recordings ${whose} that go on fill ${bytes} bytes` });
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

/** Reads when an address expires, and who made it. An invalid token has expired. */
function readToken(box: SecretBox, objectId: string, token: string): { expiresAt: number; maker: CallerId } {
  try {
    const [expiresAt, kind, id = ""] = box.open(token, tokenOwner(objectId)).split(" ");
    // This server sealed the kind of a caller there.
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
