import { userModel } from "@keyhold/core";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "./journey.ts";
import { ann, come, type Kit, type KitOptions, link, openKit, waysOf } from "./kit.ts";

const idp = useIdentityProvider();

/** What has been written of accounts since the last look, as "kind, to whom, of what". */
async function notices({ auth, mailbox }: Kit): Promise<readonly string[]> {
  await auth.idle();
  const lines = mailbox.letters.flatMap((letter) =>
    "providerName" in letter ? [`${letter.kind} ${letter.to} ${letter.providerId} ${letter.providerName}`] : [],
  );
  mailbox.clear();
  return lines;
}

const linked = `account-linked ${ann.email} google Google`;
const unlinked = `account-unlinked ${ann.email} google Google`;

/** Ann with a password, at a browser of her own; her address is proven. */
async function open(options: KitOptions = {}) {
  const kit = openKit(idp(), options);
  const person = await kit.signUp(ann.email);
  await person.browser.follow(linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" })));
  await kit.auth.idle();
  kit.mailbox.clear();
  return { kit, ...person };
}

describe("whoever has an account gets a letter", () => {
  test("when an identity is linked to it in a session", async () => {
    const { kit, user, browser } = await open();
    expect((await link(idp(), kit, { at: { browser } })).error).toBe(null);
    await kit.auth.idle();
    expect(kit.mailbox.lastTo(ann.email, "account-linked")).toMatchObject({
      user: { id: user.id, email: ann.email },
      appUrl: "https://app.example.com",
    });
    expect(await notices(kit)).toEqual([linked]);
  });

  test("when it is linked by an ID token", async () => {
    const { kit, client } = await open();
    const token = await idp().idToken("google", ann);
    expect((await client.linkSocial({ provider: "google", idToken: { token } })).error).toBe(null);
    expect(await notices(kit)).toEqual([linked]);
  });

  test("at the address here, when the identity has another one", async () => {
    const { kit, browser } = await open({ social: { linking: { allowDifferentEmails: true } } });
    await link(idp(), kit, { as: { ...ann, email: "other@example.com" }, at: { browser } });
    expect(await notices(kit)).toEqual([linked]);
  });

  test("when somebody signs in with an identity that joins it by its address", async () => {
    const { kit, user } = await open();
    expect((await come(idp(), kit, { at: kit.visit() })).error).toBe(null);
    expect(await waysOf(kit, user.id)).toEqual(["credential", "google"]);
    expect(await notices(kit)).toEqual([linked]);
  });

  test("when they take over what somebody else made with their address, and none of what goes with that", async () => {
    const kit = openKit(idp());
    const { user } = await kit.signUp(ann.email);
    expect((await come(idp(), kit, { at: kit.visit() })).error).toBe(null);
    expect(await waysOf(kit, user.id)).toEqual(["google"]);
    expect(await notices(kit)).toEqual([linked]);
  });

  test("when it is unlinked", async () => {
    const { kit, client, browser } = await open();
    await link(idp(), kit, { at: { browser } });
    await notices(kit);
    expect((await client.unlinkAccount({ providerId: "google" })).error).toBe(null);
    expect(await notices(kit)).toEqual([unlinked]);
  });
});

describe("nobody gets one", () => {
  test("when they sign up with an identity, or come back with it", async () => {
    const kit = openKit(idp());
    await come(idp(), kit);
    await come(idp(), kit, { at: kit.visit() });
    expect(await kit.db.count(userModel, {})).toBe(1);
    expect(await notices(kit)).toEqual([]);
  });

  test("when it was linked before, and only its tokens are new", async () => {
    const { kit, browser } = await open();
    await link(idp(), kit, { at: { browser } });
    await notices(kit);
    expect((await link(idp(), kit, { at: { browser } })).error).toBe(null);
    expect(await notices(kit)).toEqual([]);
  });

  test("when it is refused, and no refusal uses a letter up", async () => {
    const letters = { windowSeconds: 900, max: 1 };
    const { kit, browser } = await open({ config: { rateLimit: { enabled: true, letters } } });
    const other = { ...ann, email: "other@example.com" };
    for (let times = 0; times < 3; times += 1)
      expect((await link(idp(), kit, { as: other, at: { browser } })).error).toBe("unable_to_link_account");
    const unproven = await come(idp(), kit, { as: { ...ann, emailVerified: false }, at: kit.visit() });
    expect(unproven.error).toBe("account_not_linked");
    expect(await notices(kit)).toEqual([]);
    await link(idp(), kit, { at: { browser } });
    expect(await notices(kit)).toEqual([linked]);
  });

  test("when a rule keeps out whoever joins by their address", async () => {
    const errors = { NOT_TODAY: { status: 403, message: "not today" } };
    const { kit, user } = await open({
      config: {
        errors,
        rules: {
          "session.create": ({ method }, ctx) => (method === "google" ? ctx.refuse("NOT_TODAY") : undefined),
        },
      },
    });
    expect((await come(idp(), kit, { at: kit.visit() })).error).toBe("not_today");
    expect(await waysOf(kit, user.id)).toEqual(["credential"]);
    expect(await notices(kit)).toEqual([]);
  });
});
