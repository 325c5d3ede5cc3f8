import { defineErrors } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, type FixtureOptions, link, openFixture, waysOf } from "./fixture.ts";

const idp = useIdentityProvider();

/** The emails about accounts since the last call, as "kind, address, provider". */
async function notices({ auth, mailbox }: Fixture): Promise<readonly string[]> {
  await auth.idle();
  const lines = mailbox.messages.flatMap((message) =>
    "providerName" in message ? [`${message.kind} ${message.to} ${message.providerId} ${message.providerName}`] : [],
  );
  mailbox.clear();
  return lines;
}

const linked = `account-linked ${ann.email} google Google`;
const unlinked = `account-unlinked ${ann.email} google Google`;

/** Ann with a password and a verified email address, in a browser of her own. */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  const person = await fixture.signUp(ann.email);
  await person.browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
  await fixture.auth.idle();
  fixture.mailbox.clear();
  return { fixture, ...person };
}

describe("the owner of an account gets an email", () => {
  test("when an identity is linked to it in a session", async () => {
    const { fixture, user, browser } = await open();
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe(null);
    await fixture.auth.idle();
    expect(fixture.mailbox.lastTo(ann.email, "account-linked")).toMatchObject({
      user: { id: user.id, email: ann.email },
      appUrl: "https://app.example.com",
    });
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("when it is linked by an ID token", async () => {
    const { fixture, client } = await open();
    const token = await idp().idToken("google", ann);
    expect((await client.linkSocial({ provider: "google", idToken: { token } })).error).toBe(null);
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("at the user's email address, if the identity has another one", async () => {
    const { fixture, browser } = await open({ social: { linking: { allowDifferentEmails: true } } });
    await link(idp(), fixture, { as: { ...ann, email: "other@example.com" }, at: { browser } });
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("when a sign-in links an identity by its email address", async () => {
    const { fixture, user } = await open();
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("when the owner of the address claims an account that another client created, and no other email", async () => {
    const fixture = openFixture(idp());
    const { user } = await fixture.signUp(ann.email);
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["google"]);
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("when it is unlinked", async () => {
    const { fixture, client, browser } = await open();
    await link(idp(), fixture, { at: { browser } });
    await notices(fixture);
    expect((await client.unlinkAccount({ providerId: "google" })).error).toBe(null);
    expect(await notices(fixture)).toEqual([unlinked]);
  });
});

describe("no email is sent", () => {
  test("when a user signs up with an identity, or signs in with it again", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    await come(idp(), fixture, { at: fixture.visit() });
    expect(await fixture.db.count(userModel, {})).toBe(1);
    expect(await notices(fixture)).toEqual([]);
  });

  test("when it was linked before, and only its tokens are new", async () => {
    const { fixture, browser } = await open();
    await link(idp(), fixture, { at: { browser } });
    await notices(fixture);
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe(null);
    expect(await notices(fixture)).toEqual([]);
  });

  test("when linking fails, and a failure does not use up the limit of emails", async () => {
    const emails = { windowSeconds: 900, max: 1 };
    const { fixture, browser } = await open({ config: { rateLimit: { enabled: true, emails } } });
    const other = { ...ann, email: "other@example.com" };
    for (let times = 0; times < 3; times += 1)
      expect((await link(idp(), fixture, { as: other, at: { browser } })).error).toBe("unable_to_link_account");
    const unverified = await come(idp(), fixture, { as: { ...ann, emailVerified: false }, at: fixture.visit() });
    expect(unverified.error).toBe("account_not_linked");
    expect(await notices(fixture)).toEqual([]);
    await link(idp(), fixture, { at: { browser } });
    expect(await notices(fixture)).toEqual([linked]);
  });

  test("when a rule keeps out whoever joins by their address", async () => {
    const errors = defineErrors({ NOT_TODAY: { status: 403, message: "not today" } });
    const { fixture, user } = await open({
      config: {
        errors,
        hooks: {
          "session.create": ({ method }, ctx) => (method === "google" ? ctx.fail(errors.NOT_TODAY) : undefined),
        },
      },
    });
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("not_today");
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect(await notices(fixture)).toEqual([]);
  });
});
