import { memory } from "@keyhold/adapter-memory";
import { type CoreEvent, sessionModel, userModel } from "@keyhold/core";
import { linkIn } from "@keyhold/testing";
import type { Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "./journey.ts";
import { accountsOf, ann, come, type Kit, type KitOptions, openKit, waysOf } from "./kit.ts";

const idp = useIdentityProvider();

const refusing = { errors: { NOT_INVITED: { status: 403, message: "Only who was invited" } } };
const nobody = { users: 0, sessions: 0 };
const rowsOf = async ({ db }: Kit) => ({
  users: await db.count(userModel, {}),
  sessions: await db.count(sessionModel, {}),
});

const byIdToken = async (kit: Kit, person: Person = ann) => {
  const token = await idp().idToken("google", person);
  return kit.client.signIn.social({ provider: "google", idToken: { token } });
};

async function told(kit: Kit, type: CoreEvent["type"]): Promise<readonly CoreEvent[]> {
  await kit.auth.idle();
  return kit.events.filter((event) => event.type === type);
}

describe("a check of the app at sign-up", () => {
  const openChecked = (checkSignUp: NonNullable<KitOptions["google"]>["checkSignUp"]) =>
    openKit(idp(), { google: { ...(checkSignUp && { checkSignUp }) }, config: refusing });

  test("refuses with an error of its own, in the URL and as JSON, and leaves nothing", async () => {
    const kit = openChecked(() => "NOT_INVITED");
    const landing = await come(idp(), kit);
    expect(landing.url.href).toBe("https://app.example.com/refused?error=not_invited");
    const answer = await byIdToken(kit);
    expect(answer.error).toMatchObject({ status: 403, code: "NOT_INVITED", message: "Only who was invited" });
    expect(await rowsOf(kit)).toEqual(nobody);
    const refusal = { type: "social.refused", providerId: "google", purpose: "sign-in", code: "not_invited" };
    const explanation = "Only who was invited";
    expect(await told(kit, "social.refused")).toMatchObject([
      { ...refusal, explanation },
      { ...refusal, explanation },
    ]);
  });

  test("gets the profile as the provider told it, and the identity as it can be believed", async () => {
    const seen: unknown[] = [];
    const kit = openChecked((profile, identity) => {
      seen.push(profile, identity);
      return Promise.resolve(null);
    });
    expect((await come(idp(), kit, { as: { ...ann, email: "Ann@Example.com" } })).error).toBe(null);
    expect(seen).toEqual([
      expect.objectContaining({ sub: "118", email: "Ann@Example.com", email_verified: true }),
      { subject: "118", email: ann.email, emailVerified: true, name: ann.name, image: null },
    ]);
  });

  test("is not asked of somebody who has an account", async () => {
    const kit = openChecked(() => "NOT_INVITED");
    await kit.signUp(ann.email);
    expect((await come(idp(), kit)).error).toBe(null);
    expect((await come(idp(), kit)).error).toBe(null);
  });

  test("is a surprise when it names an error that there is not", async () => {
    const kit = openChecked(() => "NO_SUCH_ERROR");
    expect((await come(idp(), kit)).error).toBe("internal_server_error");
    await kit.auth.idle();
    expect(kit.logged).toHaveLength(1);
    expect(await rowsOf(kit)).toEqual(nobody);
  });
});

describe("a rule of the app", () => {
  test("at the creation of users refuses, and leaves nothing", async () => {
    const rules: NonNullable<KitOptions["config"]>["rules"] = { "user.create": (_, ctx) => ctx.refuse("NOT_INVITED") };
    const kit = openKit(idp(), { config: { ...refusing, rules } });
    expect((await come(idp(), kit)).error).toBe("not_invited");
    expect((await byIdToken(kit)).error).toMatchObject({ status: 403, code: "NOT_INVITED" });
    expect(await rowsOf(kit)).toEqual(nobody);
    expect(await told(kit, "user.created")).toEqual([]);
  });

  test("at the creation of users changes who is created", async () => {
    const rules: NonNullable<KitOptions["config"]>["rules"] = {
      "user.create": (draft) => ({ ...draft, name: `${draft.name} of ${draft.email.split("@")[1]}` }),
    };
    const kit = openKit(idp(), { config: { rules } });
    await come(idp(), kit);
    expect((await kit.client.getSession()).data?.user.name).toBe("Ann Example of example.com");
  });

  test("at the opening of sessions refuses by what it is told: the provider, and whether somebody is new", async () => {
    const seen: unknown[] = [];
    const rules: NonNullable<KitOptions["config"]>["rules"] = {
      "session.create": ({ method, isNewUser, user }, ctx) => {
        seen.push([method, isNewUser, user.email]);
        if (isNewUser) ctx.refuse("NOT_INVITED");
      },
    };
    const kit = openKit(idp(), { config: { ...refusing, rules } });
    expect((await come(idp(), kit)).error).toBe("not_invited");
    expect(await rowsOf(kit)).toEqual(nobody);
    expect(seen).toEqual([["google", true, ann.email]]);
  });

  test("at the opening of sessions undoes what came before it: nothing is linked, and nothing taken over", async () => {
    const rules: NonNullable<KitOptions["config"]>["rules"] = {
      "session.create": ({ method }, ctx) => {
        if (method === "google") ctx.refuse("NOT_INVITED");
      },
    };
    const kit = openKit(idp(), { config: { ...refusing, rules } });
    const { user, client } = await kit.signUp(ann.email);
    expect((await come(idp(), kit)).error).toBe("not_invited");
    expect(await waysOf(kit, user.id)).toEqual(["credential"]);
    expect((await client.getSession()).data?.user.emailVerified).toBe(false);
    expect(await told(kit, "account.linked")).toEqual([]);
  });

  test("at the change of users refuses a name of the provider, and with it the sign-in", async () => {
    const rules: NonNullable<KitOptions["config"]>["rules"] = { "user.update": (_, ctx) => ctx.refuse("NOT_INVITED") };
    const kit = openKit(idp(), { google: { overrideUserInfoOnSignIn: true }, config: { ...refusing, rules } });
    expect((await come(idp(), kit)).error).toBe(null);
    const again = kit.visit();
    expect((await come(idp(), kit, { as: { ...ann, name: "Other" }, at: again })).error).toBe("not_invited");
    expect((await again.client.getSession()).data).toBe(null);
  });
});

describe("listeners hear", () => {
  test("of somebody new", async () => {
    const kit = openKit(idp());
    await come(idp(), kit);
    await kit.auth.idle();
    const user = (await kit.client.getSession()).data?.user;
    expect(kit.events).toEqual([
      { type: "user.created", user: expect.objectContaining({ id: user?.id, email: ann.email, emailVerified: true }) },
      { type: "account.linked", userId: user?.id, providerId: "google", accountId: ann.subject },
      expect.objectContaining({ type: "session.created", method: "google", isNewUser: true, wrongPasswordsBefore: 0 }),
    ]);
    expect(JSON.stringify(kit.events)).not.toContain((await accountsOf(kit, user?.id ?? ""))[0]?.accessToken);
  });

  test("of a refusal with its cause, and of nothing else", async () => {
    const kit = openKit(idp());
    await kit.signUp(ann.email);
    await kit.auth.idle();
    const before = kit.events.length;
    await come(idp(), kit, { as: { ...ann, emailVerified: false } });
    await kit.auth.idle();
    expect(kit.events.slice(before)).toEqual([
      {
        type: "social.refused",
        providerId: "google",
        purpose: "sign-in",
        code: "account_not_linked",
        explanation: "Somebody has an account with this address, and Google has no proof of the address.",
        ipAddress: "203.0.113.7",
        userAgent: null,
      },
    ]);
  });

  test("which side lacks the proof where the provider is trusted", async () => {
    const kit = openKit(idp(), { social: { linking: { trustedProviders: ["google"] } } });
    await kit.signUp(ann.email);
    await come(idp(), kit, { as: { ...ann, emailVerified: false } });
    expect(await told(kit, "social.refused")).toMatchObject([
      { explanation: "Somebody has an account with this address, and this app has no proof of the address." },
    ]);
  });
});

describe("the letter that proves an address", () => {
  const doubtful = { ...ann, emailVerified: false };
  const lettersOf = async (kit: Kit) => {
    await kit.auth.idle();
    return kit.mailbox.letters.map(({ kind, to }) => `${kind} ${to}`);
  };
  const letter = `verify-email ${ann.email}`;

  test("goes to somebody new whose address the provider has no proof of, and leads where they were going", async () => {
    const kit = openKit(idp());
    await come(idp(), kit, { as: doubtful });
    expect(await lettersOf(kit)).toEqual([letter]);
    const link = linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" }));
    expect(link.searchParams.get("callbackURL")).toBe("/home");
    await kit.browser.follow(link);
    expect((await kit.client.getSession()).data?.user.emailVerified).toBe(true);
  });

  test("goes to nobody where the app sends none at sign-up", async () => {
    const kit = openKit(idp(), { config: { emailVerification: { sendOnSignUp: false } } });
    expect((await come(idp(), kit, { as: doubtful })).error).toBe(null);
    expect(await lettersOf(kit)).toEqual([]);
  });

  test("goes to nobody whose address is proven, nor to somebody who is known", async () => {
    const kit = openKit(idp());
    await come(idp(), kit);
    expect(await lettersOf(kit)).toEqual([]);
    const other = openKit(idp());
    await come(idp(), other, { as: doubtful });
    await lettersOf(other);
    other.mailbox.clear();
    await come(idp(), other, { as: doubtful });
    expect(await lettersOf(other)).toEqual([]);
  });

  test.each([
    { sendOnSignUp: true, sendOnSignIn: true, first: 1, second: 1 },
    { sendOnSignUp: true, sendOnSignIn: false, first: 1, second: 0 },
    { sendOnSignUp: false, sendOnSignIn: true, first: 1, second: 1 },
    { sendOnSignUp: false, sendOnSignIn: false, first: 0, second: 0 },
  ])("where the proof is required: $first at the first visit and $second at the next, %j", async (wanted) => {
    const { sendOnSignUp, sendOnSignIn, first, second } = wanted;
    const kit = openKit(idp(), {
      config: {
        database: memory(),
        emailAndPassword: { requireEmailVerification: true },
        emailVerification: { sendOnSignUp, sendOnSignIn },
      },
    });
    for (const letters of [first, second]) {
      kit.mailbox.clear();
      expect((await come(idp(), kit, { as: doubtful })).error).toBe("email_not_verified");
      expect(await lettersOf(kit)).toEqual(Array(letters).fill(letter));
    }
    const answer = await byIdToken(kit, doubtful);
    expect(answer.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
    expect(await rowsOf(kit)).toEqual({ users: 1, sessions: 0 });
  });

  test("lets its reader in at the next visit, where the proof is required", async () => {
    const kit = openKit(idp(), { config: { emailAndPassword: { requireEmailVerification: true } } });
    await come(idp(), kit, { as: doubtful });
    await kit.browser.follow(linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect((await come(idp(), kit, { as: doubtful })).error).toBe(null);
    const user = (await kit.client.getSession()).data?.user;
    expect(user).toMatchObject({ email: ann.email, emailVerified: true });
    expect(await waysOf(kit, user?.id ?? "")).toEqual(["google"]);
  });
});
