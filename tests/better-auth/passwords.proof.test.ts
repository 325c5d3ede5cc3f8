import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Both, startBoth } from "./both.ts";
import { peerDatabaseTypes } from "./database.ts";
import type { Side } from "./front.ts";
import { type Person, take } from "./people.ts";
import { besidePeer, directions, emailOf, newBrowser, newPerson, rowOf, userAt } from "./sides.ts";

const services = inject("services");
const newPassword = "a password of another year";
const previousHash = /^[0-9a-f]{32}:[0-9a-f]{128}$/;

describe.each(peerDatabaseTypes(services))("while better-auth 1.2.12 runs on the same database, on %s,", (type) => {
  let both: Both;
  beforeAll(async () => {
    both = await startBoth({ type, services, keyhold: besidePeer });
  });
  afterAll(() => both.close());

  const hashOf = async ({ id }: Person): Promise<unknown> =>
    (await rowOf(both, "account", { userId: id, providerId: "credential" })).password;

  /** The user signed in with this password by a side; null if the password is wrong. */
  async function signInAt(side: Side, { email }: Person, password: string): Promise<string | null> {
    const { data, error } = await newBrowser(both, side).client.signIn.email({ email, password });
    if (error) expect(error.status).toBe(401);
    return data?.user.id ?? null;
  }

  async function expectPassword(person: Person, right: string, wrong: string): Promise<void> {
    for (const side of ["peer", "keyhold"] as const) {
      expect(await signInAt(side, person, right)).toBe(person.id);
      expect(await signInAt(side, person, wrong)).toBe(null);
    }
    expect(await hashOf(person)).toMatch(previousHash);
  }

  describe.each(directions)("of a user of %s", (first, second) => {
    test(`${second} verifies the password, and leaves its hash as it is`, async () => {
      const person = await newPerson(both, first);
      const hash = await hashOf(person);
      await expectPassword(person, person.password, newPassword);
      expect(await hashOf(person)).toBe(hash);
    });

    test(`${second} verifies it for the username`, async () => {
      const { id, username, password } = await newPerson(both, first);
      const browser = newBrowser(both, second);
      take(await browser.client.signIn.username({ username: username.toUpperCase(), password }));
      for (const side of [second, first]) expect(await userAt(browser, side)).toBe(id);
    });

    test(`${second} changes the password, and its other sessions end at both`, async () => {
      const person = await newPerson(both, first);
      const other = newBrowser(both, first);
      take(await other.client.signIn.email(person));
      person.toggle(second);
      const change = { currentPassword: person.password, newPassword, revokeOtherSessions: true };
      take(await person.client.changePassword(change));
      await expectPassword(person, newPassword, person.password);
      for (const side of [first, second]) expect(await userAt(person, side)).toBe(person.id);
      for (const side of [first, second]) expect(await userAt(other, side)).toBe(null);
    });

    test(`${second} sets a new password by the email that ${first} sent, once`, async () => {
      const person = await newPerson(both, first, { isVerified: true });
      const { email } = person;
      const browser = newBrowser(both, first);
      take(await browser.client.forgetPassword({ email, redirectTo: "/reset-password" }));
      const { url, token } = await emailOf(both, first, "reset-password", email);
      browser.toggle(second);
      const followed = await browser.fetch(url);
      expect(new URL(followed.headers.get("location") ?? "", both.front.url).search).toBe(`?token=${token}`);
      take(await browser.client.resetPassword({ newPassword, token }));
      await expectPassword(person, newPassword, person.password);
      for (const side of [first, second]) {
        browser.toggle(side);
        expect((await browser.client.resetPassword({ newPassword: "another one", token })).error?.status).toBe(400);
      }
    });

    test(`${second} verifies the address by the email that ${first} sent`, async () => {
      const person = await newPerson(both, first);
      take(await person.client.sendVerificationEmail({ email: person.email, callbackURL: "/welcome" }));
      const { url } = await emailOf(both, first, "verify-email", person.email);
      person.toggle(second);
      expect((await person.fetch(url)).headers.get("location")).toMatch(/\/welcome$/);
      for (const side of [first, second]) {
        person.toggle(side);
        expect(take(await person.client.getSession()).user.emailVerified).toBe(true);
      }
    });

    test(`${second} changes the address by the email that ${first} sent, and ${first} verifies the new one`, async () => {
      const person = await newPerson(both, first, { isVerified: true });
      const newEmail = `new-${person.email}`;
      take(await person.client.changeEmail({ newEmail, callbackURL: "/changed" }));
      const { url } = await emailOf(both, first, "change-email", person.email);
      person.toggle(second);
      expect((await person.fetch(url)).headers.get("location")).toMatch(/\/changed$/);
      const { url: next } = await emailOf(both, second, "verify-email", newEmail);
      person.toggle(first);
      await person.fetch(next);
      for (const side of [first, second]) {
        person.toggle(side);
        expect(take(await person.client.getSession()).user).toMatchObject({ email: newEmail, emailVerified: true });
        expect(await signInAt(side, { ...person, email: newEmail }, person.password)).toBe(person.id);
      }
    });

    test(`${second} deletes the account by the email that ${first} sent`, async () => {
      const person = await newPerson(both, first);
      take(await person.client.deleteUser());
      const { url } = await emailOf(both, first, "delete-account", person.email);
      person.toggle(second);
      await person.follow(url);
      expect((await both.rows("user")).some(({ id }) => id === person.id)).toBe(false);
      for (const side of [first, second]) expect(await userAt(person, side)).toBe(null);
    });

    test(`${second} changes name, image and username`, async () => {
      const person = await newPerson(both, first);
      person.toggle(second);
      const username = `${person.username}_new`;
      take(await person.client.updateUser({ name: "Another", image: "https://example.com/a.png", username }));
      for (const side of [first, second]) {
        person.toggle(side);
        const { user } = take(await person.client.getSession());
        expect(user).toMatchObject({ name: "Another", image: "https://example.com/a.png", username });
      }
      const { client } = newBrowser(both, first);
      expect((await client.signIn.username({ username, password: person.password })).error).toBe(null);
    });
  });

  test("either deletes the account by the token alone", async () => {
    for (const [first, second] of directions) {
      const person = await newPerson(both, first);
      take(await person.client.deleteUser());
      const { token } = await emailOf(both, first, "delete-account", person.email);
      person.toggle(second);
      take(await person.client.deleteUser({ token }));
      expect((await both.rows("user")).some(({ id }) => id === person.id)).toBe(false);
    }
  });

  test("a hash is no token: the value of a leaked row is not accepted in a link", async () => {
    const person = await newPerson(both, "keyhold", { isVerified: true });
    const browser = newBrowser(both, "keyhold");
    take(await browser.client.forgetPassword({ email: person.email, redirectTo: "/" }));
    await both.restart();
    take(await browser.client.forgetPassword({ email: person.email, redirectTo: "/" }));
    const { token } = await emailOf(both, "keyhold", "reset-password", person.email);
    await both.restart(besidePeer);
    const shown = (await both.rows("verification")).map(({ identifier }) => String(identifier).split(":")[1] ?? "");
    const hash = shown.find((part) => part.length === 43) ?? "";
    expect((await browser.client.resetPassword({ newPassword, token: hash })).error?.status).toBe(400);
    take(await browser.client.resetPassword({ newPassword, token }));
    expect(await signInAt("peer", person, newPassword)).toBe(person.id);
  });
});
