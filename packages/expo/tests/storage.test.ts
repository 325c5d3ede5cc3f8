import { beforeEach, describe, expect, test } from "vitest";
import { useIdentityProvider as identityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ada, open, password } from "./fixture.ts";
import type { Phone } from "./phone.ts";

const idp = identityProvider();
const person = { name: "Ada", email: ada.email, password };
let fixture: ReturnType<typeof open>;
beforeEach(() => {
  fixture = open(idp());
});

async function signedIn(): Promise<Phone> {
  const { client, phone } = fixture.start();
  await client.signUp.email(person);
  return phone;
}

describe("the keychain", () => {
  test("has the items of this device only, readable after the first unlock, each of at most 300 bytes", async () => {
    const phone = await signedIn();
    expect([...phone.accessible]).toEqual([phone.modules.SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY]);
    expect([...phone.keychain.values()].filter((item) => item.length > 300)).toEqual([]);
  });

  test("keeps the session after an update of the app, and not after an installation", async () => {
    const phone = await signedIn();
    expect((await fixture.start(phone).client.getSession()).data?.user.email).toBe(ada.email);
    phone.installedAt = new Date("2026-11-02T08:00:00Z");
    expect((await fixture.start(phone).client.getSession()).data).toBe(null);
    expect(phone.keychain.has("keyhold.session")).toBe(false);
    const { client } = fixture.start(phone);
    expect((await client.signIn.email(person)).error).toBe(null);
    expect((await fixture.start(phone).client.getSession()).data?.user.email).toBe(ada.email);
  });

  test.each(["", "x", "other:{}", '{"token":"12345678901234567890123456789012"}'])(
    "that has %j as the item is empty",
    async (item) => {
      const phone = await signedIn();
      phone.keychain.set("keyhold.session", item);
      expect((await fixture.start(phone).client.getSession()).data).toBe(null);
    },
  );

  test("that cannot be read, e.g. after a backup of Android, is a signed-out app, which may sign in", async () => {
    const phone = await signedIn();
    phone.keychainError = new Error("Could not decrypt the value.");
    const { client } = fixture.start(phone);
    expect(await client.getSession()).toEqual({ data: null, error: null });
    phone.keychainError = null;
    expect((await client.signIn.email(person)).error).toBe(null);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
  });
});

describe("without a connection", () => {
  const newCache = () => {
    const items = new Map<string, string>();
    return {
      items,
      get: (name: string) => items.get(name),
      set: (name: string, item: string) => items.set(name, item),
      remove: (name: string) => items.delete(name),
    };
  };

  test("the last session shows at the first frame as stale, and stays", async () => {
    const cache = newCache();
    const { client, phone } = fixture.start(undefined, cache);
    await client.signUp.email(person);
    await client.getSession();
    fixture.connection.isOn = false;
    const { client: again } = fixture.start(phone, cache);
    expect(again.session.get()).toMatchObject({
      isStale: true,
      isPending: false,
      data: { user: { email: ada.email } },
    });
    await again.session.refetch();
    expect(again.session.get().data?.user.email).toBe(ada.email);
    expect([...cache.items.values()].join()).not.toMatch(/"token":"\w/);
  });

  test("signOut() forgets the token at once, and ends it after the connection is back", async () => {
    const phone = await signedIn();
    const { client } = fixture.start(phone);
    fixture.connection.isOn = false;
    expect(await client.signOut()).toEqual({ data: { success: true }, error: null });
    expect((await fixture.start(phone).client.getSession()).data).toBe(null);
    fixture.connection.isOn = true;
    await fixture.start(phone).client.getSession();
    await expect.poll(() => phone.keychain.has("keyhold.session")).toBe(false);
    expect(fixture.sent.at(-1)?.path).toBe("/api/auth/sign-out");
  });
});
