import { CREDITS_DOLLARS } from "@terrarium/contract/pricing";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createOrganizationStore } from "../organizations/store.ts";
import { createUserService } from "./service.ts";
import { createUserStore } from "./store.ts";

const ada = { id: "usr_1", provider: "github", providerUserId: "7", name: "Ada", avatar: null, email: null, now: 1 };

describeOnBothDatabases("the user store", (database) => {
  const open = () => createUserStore(database(), createSecretBox("a secret that is long enough for this"));

  test("the same identity keeps its name and updates its avatar", async () => {
    const store = open();
    await store.upsert(ada);
    const again = await store.upsert({ ...ada, id: "usr_2", name: "Countess", avatar: "https://example.com/a.png" });
    expect(again).toEqual({ id: "usr_1", name: "Ada", avatar: "https://example.com/a.png", inviteCode: null });
    expect(await store.find("usr_1")).toEqual(again);
  });

  test("the e-mail address follows the provider when it is returned", async () => {
    const store = open();
    const emailAfter = async (email: string | null) => {
      await store.upsert({ ...ada, email });
      return (await database().selectFrom("users").select("email").executeTakeFirstOrThrow()).email;
    };
    expect(await emailAfter(null)).toBeNull();
    expect(await emailAfter("ada@example.com")).toBe("ada@example.com");
    expect(await emailAfter("new@example.com")).toBe("new@example.com");
    expect(await emailAfter(null)).toBe("new@example.com");
  });

  test("does not cut a too long name within an emoji", async () => {
    const users = createUserService(open());
    const { name } = await users.signIn({ ...ada, name: ` ${"a".repeat(98)}👩‍🚀 ` });
    expect(name).toBe("a".repeat(98));
  });

  test("the same number at another provider is another user", async () => {
    const store = open();
    await store.upsert(ada);
    expect((await store.upsert({ ...ada, id: "usr_2", provider: "local-github" })).id).toBe("usr_2");
  });

  test("concurrent first sign-ins create one user", async () => {
    const store = open();
    const users = await Promise.all(["usr_1", "usr_2", "usr_3"].map((id) => store.upsert({ ...ada, id })));
    expect(new Set(users.map((user) => user.id)).size).toBe(1);
  });

  test("a new account gets no credits again, with an anonymous record", async () => {
    const store = open();
    const organizations = createOrganizationStore(database());
    const someone = { ...ada, name: "Ada Lovelace", providerUserId: "lovelace", email: "ada@example.com" };
    /** Returns the credits of a new user's first team, then deletes the account. */
    const creditsOf = async (id: string, identity: Partial<typeof ada> = {}) => {
      await store.upsert({ ...someone, ...identity, id });
      await organizations.firstOrInsert({ id: `org_${id}`, name: "", ownerId: id, createdAt: 7 });
      const teams = await database().selectFrom("organizations").select("creditsDollars").execute();
      await store.delete(id, (transaction) => organizations.leaveAll(transaction, id));
      return teams.map(({ creditsDollars }) => creditsDollars);
    };
    // A user without a team got no credits.
    await store.upsert({ ...someone, id: "usr_0" });
    await store.delete("usr_0", async () => undefined);
    expect(await creditsOf("usr_1")).toEqual([CREDITS_DOLLARS]);
    expect(await creditsOf("usr_2", { name: "Countess" })).toEqual([0]);
    expect(await creditsOf("usr_3")).toEqual([0]);
    expect(await creditsOf("usr_4", { provider: "google" })).toEqual([CREDITS_DOLLARS]);
    const kept = await database().selectFrom("settings").selectAll().execute();
    expect(kept.map(({ value }) => value)).toEqual(["7", "7"]);
    expect(JSON.stringify(kept)).not.toMatch(/lovelace|ada|usr_|org_/i);
  });
});
