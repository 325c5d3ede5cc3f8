import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { userColumns } from "@keyhold/client";
import { createAuth, defineErrors } from "@keyhold/core";
import { bool, date, integer, json, text, userModel, withColumns } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { describe, expect, test } from "vitest";

/** Columns of the user without a plugin of the app's own: `user.columns`. */

const errors = defineErrors({ LOCALE_IS_UNKNOWN: { status: 422, message: "locale is unknown" } });
const columns = {
  locale: text()
    .optional()
    .input()
    .check((locale) => (/^[a-z]{2}$/.test(locale) ? null : errors.LOCALE_IS_UNKNOWN)),
  theme: json<{ readonly dark: boolean }>().optional().input(),
  birthday: date().optional().input(),
  nickname: text().optional().input().unique(),
  isStaff: bool().initially(() => false),
  pin: text().optional().secret().input(),
};
const config = { user: { columns }, errors };
const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery staple" };

/** The client of an app whose server is elsewhere: the client knows the columns by the type of the auth. */
const typesOnly = () => createTestAuth({ config }).auth;

const open = () =>
  createTestAuth({
    plugins: [username()],
    clientPlugins: [usernameClient(), userColumns<ReturnType<typeof typesOnly>>()],
    config,
  });

describe("a column of user.columns", () => {
  test("is taken by sign-up, shown by get-session, changed by update-user and cleared by null", async () => {
    const { client } = open();
    const signedUp = await client.signUp.email({ ...ann, locale: "de", theme: { dark: true }, username: "ann" });
    expect(signedUp.data?.user).toMatchObject({ locale: "de", theme: { dark: true }, birthday: null, username: "ann" });
    expect((await client.updateUser({ locale: "fr", birthday: "2000-01-31" })).error).toBe(null);
    const user = (await client.getSession()).data?.user;
    expect([user?.locale, user?.birthday]).toEqual(["fr", new Date("2000-01-31")]);
    await client.updateUser({ locale: null });
    expect((await client.getSession()).data?.user.locale).toBe(null);
  });

  test("is in the calls of the server, in the session and inside transactions", async () => {
    const { auth, signUp } = open();
    const { user, browser } = await signUp("ann@example.com", { locale: "de" });
    expect(user.locale).toBe("de");
    const headers = browser.headers();
    await auth.api.updateUser({ locale: "fr" }, { headers });
    expect((await auth.session(headers))?.user.locale).toBe("fr");
  });

  test("without input() is ignored if a client sends it, as any other key", async () => {
    const { browser } = open();
    await browser.post("/sign-up/email", { ...ann, isStaff: true });
    await browser.post("/update-user", { isStaff: true });
    expect((await (await browser.get("/get-session")).json()).user.isStaff).toBe(false);
  });

  test("of another kind than the value is a validation error that names it", async () => {
    const { browser } = open();
    const response = await browser.post("/sign-up/email", { ...ann, locale: 5 });
    expect([response.status, (await response.json()).issues[0].path]).toEqual([400, "locale"]);
  });

  test("with atMost() takes as much, and with more is a validation error that names it", async () => {
    const limited = {
      bio: text().atMost(5000).optional().input(),
      motto: text().atMost(5).optional().input(),
      handle: text().atMost(5000).optional().unique().input(),
      tag: text().atMost(5).optional().indexed().input(),
      score: integer().atMost(100).optional().input(),
    };
    const { browser } = createTestAuth({ config: { user: { columns: limited } } });
    await browser.post("/sign-up/email", ann);
    const update = async (change: object) => {
      const response = await browser.post("/update-user", change);
      return [response.status, (await response.json()).issues?.[0]];
    };
    const most = { bio: "b".repeat(5000), motto: "mmmmm", handle: "h".repeat(255), tag: "ttttt", score: 100 };
    expect(await update(most)).toEqual([200, undefined]);
    const errorsOf = {
      bio: ["b".repeat(5001), "Too long: at most 5000 characters"],
      motto: ["mmmmmm", "Too long: at most 5 characters"],
      handle: ["h".repeat(256), "Too long: at most 255 characters"],
      tag: ["tttttt", "Too long: at most 5 characters"],
      score: [101, "Too big: at most 100"],
    };
    for (const [path, [value, message]] of Object.entries(errorsOf))
      expect(await update({ [path]: value })).toEqual([400, { path, message }]);
    expect((await (await browser.get("/get-session")).json()).user).toMatchObject(most);
  });

  test("fails with an error of the app, and a taken value with a validation error", async () => {
    const { client, visit } = open();
    expect((await client.signUp.email({ ...ann, locale: "German" })).error?.code).toBe("LOCALE_IS_UNKNOWN");
    await client.signUp.email({ ...ann, nickname: "A" });
    const second = await visit().client.signUp.email({ ...ann, email: "bob@example.com", nickname: "A" });
    expect([second.error?.code, second.error?.issues?.[0]?.path]).toEqual(["VALIDATION_ERROR", "nickname"]);
  });

  test("that is taken is told as such also if sign-up conceals taken addresses", async () => {
    const emailAndPassword = { requireEmailVerification: true };
    const { browser } = createTestAuth({ config: { ...config, emailAndPassword } });
    await browser.post("/sign-up/email", { ...ann, nickname: "A" });
    const answers = ["ann@example.com", "bob@example.com"].map(async (email) => {
      const response = await browser.post("/sign-up/email", {
        ...ann,
        email,
        nickname: "A",
        password: "another one 123",
      });
      return [response.status, await response.json()];
    });
    const [ofTaken, ofFree] = await Promise.all(answers);
    expect(ofFree?.[1].issues).toEqual([{ path: "nickname", message: "Taken by another user" }]);
    expect(ofTaken).toEqual(ofFree);
  });

  test("that is secret is stored, and in no answer", async () => {
    const { browser, db } = open();
    const response = await browser.post("/sign-up/email", { ...ann, pin: "1234" });
    expect((await response.json()).user).not.toHaveProperty("pin");
    expect((await db.find(withColumns(userModel, columns), { email: ann.email }))?.pin).toBe("1234");
  });

  test("is in the draft of a hook, which sets it", async () => {
    const { signUp } = createTestAuth({
      config: {
        ...config,
        hooks: { "user.create": (draft) => ({ ...draft, isStaff: draft.locale === "de" }) },
      },
    });
    expect((await signUp("ann@example.com", { locale: "de" })).user.isStaff).toBe(true);
  });

  test("is created by a migration", async () => {
    const database = sqlite(":memory:");
    const secret = "only for this test: 4f9b7c21d8e3a650";
    const start = (user?: { readonly columns: typeof columns }) =>
      createAuth({ secret, baseURL: "http://localhost:3000", database, user, errors });
    await (await planMigration(database, start().schema)).apply();
    const plan = await planMigration(database, start({ columns }).schema);
    expect(plan.describe()).toContain("locale");
    await plan.apply();
    expect((await planMigration(database, start({ columns }).schema)).isEmpty).toBe(true);
  });
});

describe("a config error names user.columns", () => {
  const errorsOf = (user: object, plugins = [username()]): string => {
    try {
      createTestAuth({ plugins, config: { user } });
      return "";
    } catch (error) {
      return String(error);
    }
  };

  test.each<[string, object, string]>([
    ["if a column is core's", { email: text() }, '"core" and "user.columns" both define the column "user.email"'],
    [
      "if it is a plugin's",
      { username: text() },
      '"username" and "user.columns" both define the column "user.username"',
    ],
    ["if it is a field of sign-up", { password: text().input() }, '"user.columns": the column "password" cannot be'],
    ["if a value is no column", { locale: "text" }, 'plugins: "user.columns": "locale" is no column, e.g.'],
    ["if a function is not called", { locale: text }, '"user.columns": "locale" is no column'],
    ["if they are a list", [text()], '"user.columns": "0" is no column'],
  ])("%s", (_, given, message) => {
    expect(errorsOf({ columns: given })).toContain(message);
  });

  test("if it has the name of another library, or is misspelt", () => {
    expect(errorsOf({ additionalFields: { plan: { type: "string" } } })).toContain(
      "user.additionalFields: is an option of better-auth; write `user.columns`",
    );
    expect(errorsOf({ colums: {} })).toContain('did you mean "user.columns"?');
  });
});
