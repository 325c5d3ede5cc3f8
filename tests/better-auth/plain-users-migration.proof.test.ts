import { rmSync } from "node:fs";
import { planMigration } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { anonymous } from "@keyhold/anonymous";
import { userModel } from "@keyhold/core/plugin";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { peerDatabaseTypes } from "./database.ts";
import { movingPages } from "./moving-pages.ts";
import { bundle, bundleOf, openPrevious, type PreviousLibrary } from "./previous.ts";

/** Users with a phone number and guests, whom the real better-auth 1.2 and 1.7 have written, moved as the page says. */

const baseURL = "https://app.example.com";
const secret = "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a";
const password = "correct horse battery staple";
const email = "ada@example.com";
const numbers = { ada: "+4915112345678", ben: "+4915212345678" };
const page = movingPages();

/** A statement of the page, by its first words. */
function statementOf(start: string): string {
  const begin = page.indexOf(`\`${start}`);
  const end = page.indexOf("`", begin + 1);
  if (begin < 0) throw new Error(`The page has no statement that begins with ${start}.`);
  return page.slice(begin + 1, end);
}

const cases = peerDatabaseTypes(inject("services")).flatMap((type) =>
  (["1.2", "1.7"] as const).map((version) => ({ type, version })),
);

describe.each(cases)("on $type, a database of better-auth $version", ({ type, version }) => {
  let library: PreviousLibrary;
  beforeAll(async () => {
    library = await bundle(version);
  }, 60_000);
  afterAll(() => rmSync(bundleOf(version), { force: true }));

  let fresh: FreshDatabase;
  let previous: ReturnType<typeof openPrevious>;
  beforeEach(async () => {
    fresh = await freshDatabase(type, inject("services"));
    previous = openPrevious(fresh, version);
  });
  afterEach(async () => {
    await previous.close();
    await fresh.drop();
  });

  /** better-auth with the tables of both plugins. `visit`: a new browser, with its cookies. */
  async function openBefore() {
    const codes = new Map<string, string>();
    const sendOTP = ({ phoneNumber: to, code }: { readonly phoneNumber: string; readonly code: string }): void =>
      void codes.set(to, code);
    const getTempEmail = (to: string): string => `${to.slice(1)}@temp.example.com`;
    const auth = library.betterAuth({
      database: previous.database,
      baseURL,
      secret,
      rateLimit: { enabled: false },
      emailAndPassword: { enabled: true },
      plugins: [
        library.phoneNumber({ sendOTP, signUpOnVerification: { getTempEmail, getTempName: () => "Ben" } }),
        library.anonymous(),
      ],
    });
    await (await library.getMigrations(auth.options)).runMigrations();
    function visit() {
      const cookies = new Map<string, string>();
      const cookie = (): string => [...cookies].map((pair) => pair.join("=")).join("; ");
      async function call(path: string, body: object): Promise<{ readonly user: { readonly id: string } }> {
        const headers = { "content-type": "application/json", origin: baseURL, cookie: cookie() };
        const request = { method: "POST", headers, body: JSON.stringify(body) };
        const response = await auth.handler(new Request(`${baseURL}/api/auth${path}`, request));
        for (const line of response.headers.getSetCookie()) {
          const [pair = ""] = line.split(";");
          cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const answer = await response.json();
        expect(response.status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
        return answer;
      }
      async function verify(to: string, more: object = {}) {
        await call("/phone-number/send-otp", { phoneNumber: to });
        return call("/phone-number/verify", { phoneNumber: to, code: codes.get(to), ...more });
      }
      return { call, cookie, verify };
    }
    return { visit };
  }

  function openKeyhold() {
    const messages: SentMessage[] = [];
    const database = type === "postgres" ? postgres(fresh.place) : sqlite(fresh.place);
    const fixture = createTestAuth({
      plugins: [
        phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
        anonymous(),
      ],
      clientPlugins: [phoneNumberClient()],
      config: { database, cookies: { continueFrom: { prefix: "better-auth", secret } } },
    });
    async function signInBy(to: string) {
      const { client } = fixture.visit();
      await client.phoneNumber.sendOtp({ phoneNumber: to });
      await fixture.auth.idle();
      const code = messages.findLast((message) => message.to === to)?.code ?? "";
      return client.phoneNumber.verify({ phoneNumber: to, code });
    }
    return { ...fixture, database, signInBy };
  }

  test("keeps users with numbers, users with a number alone, and guests with their sessions", async () => {
    const before = await openBefore();
    const ada = before.visit();
    const { user: adaBefore } = await ada.call("/sign-up/email", { name: "Ada", email, password });
    await ada.verify(numbers.ada, { updatePhoneNumber: true });
    const { user: benBefore } = await before.visit().verify(numbers.ben);
    const guest = before.visit();
    const { user: guestBefore } = await guest.call("/sign-in/anonymous", {});

    const { auth, database, db, mailbox, signInBy, visit } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    for (const start of [
      `update "user" set "email" = lower("id") || '@a`,
      `update "user" set "email" = lower("id") || '@p`,
    ])
      await previous.run(statementOf(start));
    expect(await previous.run(statementOf('select "id", "phoneNumber"'))).toEqual([]);
    const later = await planMigration(database, auth.schema);
    expect(later.isEmpty).toBe(true);

    expect((await signInBy(numbers.ada)).data).toMatchObject({ user: { id: adaBefore.id, email } });
    const byPassword = await visit().client.signIn.phoneNumber({ phoneNumber: numbers.ada, password });
    expect(byPassword.data).toMatchObject({ user: { id: adaBefore.id } });
    expect((await signInBy(numbers.ben)).data).toMatchObject({
      user: { id: benBefore.id, name: "Ben", email: `${benBefore.id.toLowerCase()}@phone-number.invalid` },
    });

    const headers = { "content-type": "application/json", origin: baseURL, cookie: guest.cookie() };
    const body = JSON.stringify({ name: "Eva", email: "eva@example.com", password });
    const signUp = new Request(`${baseURL}/api/auth/sign-up/email`, { method: "POST", headers, body });
    expect(await (await auth.handler(signUp)).json()).toMatchObject({ user: { id: guestBefore.id } });
    expect(await db.find(userModel, { id: guestBefore.id })).toMatchObject({
      email: "eva@example.com",
      isAnonymous: false,
    });
    expect(mailbox.messages.filter(({ to }) => to !== "eva@example.com" && to !== email)).toEqual([]);
    await database.close();
  });

  test("lists a number in another form, which is found once it is rewritten", async () => {
    const before = await openBefore();
    const typed = "+49 1521 2345678";
    const { user } = await before.visit().verify(typed);
    const { auth, database, signInBy } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    expect(await previous.run(statementOf('select "id", "phoneNumber"'))).toMatchObject([{ phoneNumber: typed }]);
    await previous.run(`update "user" set "phoneNumber" = '${numbers.ben}'`);
    expect((await signInBy(numbers.ben)).data).toMatchObject({ user: { id: user.id } });
    await database.close();
  });

  test("a number that was not verified signs no user in, and goes to the user who verifies it", async () => {
    const before = await openBefore();
    const { user } = await before.visit().call("/sign-up/email", { name: "Ada", email, password });
    await previous.run(`update "user" set "phoneNumber" = '${numbers.ada}'`);
    const { auth, database, db, signInBy, visit } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    const byPassword = await visit().client.signIn.phoneNumber({ phoneNumber: numbers.ada, password });
    expect(byPassword.error?.code).toBe("INVALID_PHONE_NUMBER_OR_PASSWORD");
    const { data } = await signInBy(numbers.ada);
    expect(data && "user" in data && data.user?.id).not.toBe(user.id);
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ email, phoneNumber: null });
    await database.close();
  });
});
