import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../testing/both-databases.ts";
import { createUserService } from "./service.ts";
import { createUserStore } from "./store.ts";

const ada = { id: "usr_1", provider: "github", providerUserId: "7", name: "Ada", avatar: null, email: null, now: 1 };

describeOnBothDatabases("the user store", (database) => {
  test("the same identity is the same user, who keeps a name and gets the new picture", async () => {
    const store = createUserStore(database());
    await store.upsert(ada);
    const again = await store.upsert({ ...ada, id: "usr_2", name: "Countess", avatar: "https://example.com/a.png" });
    expect(again).toEqual({ id: "usr_1", name: "Ada", avatar: "https://example.com/a.png", inviteCode: null });
    expect(await store.find("usr_1")).toEqual(again);
  });

  test("the e-mail address follows the provider, and stays when it is not told", async () => {
    const store = createUserStore(database());
    const emailAfter = async (email: string | null) => {
      await store.upsert({ ...ada, email });
      return (await database().selectFrom("users").select("email").executeTakeFirstOrThrow()).email;
    };
    expect(await emailAfter(null)).toBeNull();
    expect(await emailAfter("ada@example.com")).toBe("ada@example.com");
    expect(await emailAfter("new@example.com")).toBe("new@example.com");
    expect(await emailAfter(null)).toBe("new@example.com");
  });

  test("a name of the provider's that is too long is not cut within an emoji", async () => {
    const users = createUserService(createUserStore(database()));
    const { name } = await users.signIn({ ...ada, name: ` ${"a".repeat(98)}👩‍🚀 ` });
    expect(name).toBe("a".repeat(98));
  });

  test("the same number at another provider is another user", async () => {
    const store = createUserStore(database());
    await store.upsert(ada);
    expect((await store.upsert({ ...ada, id: "usr_2", provider: "local-github" })).id).toBe("usr_2");
  });

  test("sign-ins of a new user that run together make one", async () => {
    const store = createUserStore(database());
    const users = await Promise.all(["usr_1", "usr_2", "usr_3"].map((id) => store.upsert({ ...ada, id })));
    expect(new Set(users.map((user) => user.id)).size).toBe(1);
  });
});
