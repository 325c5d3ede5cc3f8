import { type AuthConfig, defineErrors } from "@keyhold/core";
import { commonErrors, coreErrors, definePlugin, text } from "@keyhold/core/plugin";
import { type I18nOptions, i18n } from "@keyhold/i18n";
import { german } from "@keyhold/i18n/de";
import { french } from "@keyhold/i18n/fr";
import { portuguese } from "@keyhold/i18n/pt";
import { chinese } from "@keyhold/i18n/zh";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

const email = "ada@example.com";
const password = "correct horse battery staple";
const wrong = { email, password: "wrong horse battery staple" };
const house = defineErrors({
  SHOP_IS_CLOSED: { status: 409, message: "shop is closed" },
  NOT_TODAY: { status: 403, message: "not today" },
});

const formOnly = "Unsupported media type: send a form";

/** A plugin with a locale column, and a hook that rejects three names. */
const shop = definePlugin({
  id: "shop",
  errors: house,
  extends: { user: { columns: { locale: text().optional().input() } } },
  hooks: {
    "user.create"(draft, ctx) {
      if (draft.name === "Eve") return ctx.fail(house.NOT_TODAY);
      if (draft.name === "Mallory") return ctx.fail(coreErrors.INVALID_EMAIL, { message: "Use your address at work" });
      if (draft.name === "Page") return ctx.fail(commonErrors.UNSUPPORTED_MEDIA_TYPE, { message: formOnly });
      return draft;
    },
  },
});

async function open(
  options: Partial<I18nOptions> = {},
  config: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail">> = {},
) {
  const locales = [german, french, portuguese, chinese];
  const fixture = createTestAuth({
    plugins: [i18n({ locales, ...options }), shop],
    config,
  });
  await fixture.auth.api.signUp.email({ name: "Ada", email, password });

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const url = `https://app.example.com/api/auth${path}`;
    const all = { "content-type": "application/json", origin: "https://app.example.com", ...headers };
    const response = await fixture.auth.handler(
      new Request(url, { method: "POST", headers: all, body: JSON.stringify(body) }),
      { ipAddress: "203.0.113.7" },
    );
    return { status: response.status, headers: response.headers, body: await response.json(), response };
  }

  /** The cookie of a new session. */
  async function signedIn(more: object = {}): Promise<string> {
    const { response } = await post("/sign-up/email", { name: "Bob", email: "bob@example.com", password, ...more });
    return response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }

  return { ...fixture, post, signedIn };
}

const accepting = (language: string) => ({ "accept-language": language });

describe("the message of an error", () => {
  test.each([
    ["de", german],
    ["de-AT", german],
    ["fr-CH, fr;q=0.9, en;q=0.8", french],
    ["en;q=0.5, fr;q=0.7", french],
    ["ja, de;q=0.3", german],
    ["de;q=0, fr", french],
    ["pt-BR", portuguese],
    ["zh-CN", chinese],
    ["zh-Hans-SG", chinese],
    ["ZH-hans", chinese],
  ])("is in the best language of the header: %s", async (header, { locale, errors }) => {
    const { post } = await open();
    const { status, body, headers } = await post("/sign-in/email", wrong, accepting(header));
    expect([status, body]).toEqual([
      401,
      { code: "INVALID_EMAIL_OR_PASSWORD", message: errors.INVALID_EMAIL_OR_PASSWORD },
    ]);
    expect(headers.get("content-language")).toBe(locale);
  });

  test.each(["", "*", "en", "en-GB, de;q=0.9", "ja", "zh-TW", "zh-Hant-HK", ";;,q=,de;q=x", "x".repeat(9000)])(
    "is English if the header prefers English, or no language of the app: %s",
    async (header) => {
      const { post } = await open();
      const { body, headers } = await post("/sign-in/email", wrong, accepting(header));
      expect(body.message).toBe("Invalid email or password");
      expect(headers.get("content-language")).toBeNull();
    },
  );

  test("is found for pt in a language that names its region", async () => {
    const { post } = await open({ locales: [{ ...portuguese, locale: "pt-BR" }] });
    const { headers } = await post("/sign-in/email", wrong, accepting("pt"));
    expect(headers.get("content-language")).toBe("pt-BR");
  });

  test("varies with the language, and no cache stores the answer", async () => {
    const { post } = await open();
    for (const language of ["de", "en"]) {
      const { headers } = await post("/sign-in/email", wrong, accepting(language));
      expect(headers.get("vary")).toBe("cookie, accept-language");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("is translated for an unknown path, for invalid JSON and for a wrong method", async () => {
    const { auth, post } = await open();
    expect((await post("/no-such-route", {}, accepting("de"))).body).toMatchObject({
      code: "NOT_FOUND",
      message: german.errors.NOT_FOUND,
    });
    const broken = await auth.handler(
      new Request("https://app.example.com/api/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://app.example.com", ...accepting("de") },
        body: "{",
      }),
      { ipAddress: "203.0.113.7" },
    );
    expect(await broken.json()).toMatchObject({ code: "INVALID_JSON", message: german.errors.INVALID_JSON });
    const get = await auth.handler(
      new Request("https://app.example.com/api/auth/sign-in/email", { headers: accepting("de") }),
    );
    expect(get.headers.get("allow")).toBe("POST");
    expect(await get.json()).toMatchObject({ message: german.errors.METHOD_NOT_ALLOWED });
  });

  test("keeps the code, the status, the fields and the headers of the error", async () => {
    const { post } = await open(
      {},
      { rateLimit: { enabled: true, limits: { "/sign-in/email": [{ windowSeconds: 60, max: 1 }] } } },
    );
    const invalid = await post("/sign-up/email", { name: "Cy" }, accepting("de"));
    const english = await post("/sign-up/email", { name: "Cy" });
    expect(invalid.body).toEqual({ ...english.body, message: german.errors.VALIDATION_ERROR });
    expect(invalid.body.issues.length).toBeGreaterThan(0);
    await post("/sign-in/email", wrong);
    const limited = await post("/sign-in/email", wrong, accepting("de"));
    expect([limited.status, limited.body.message]).toEqual([429, german.errors.TOO_MANY_REQUESTS]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is in the language of the user's column before the language of the browser", async () => {
    const { post, signedIn } = await open();
    const cookie = await signedIn({ locale: "fr" });
    const change = { currentPassword: "not the password", newPassword: "another horse battery" };
    const { body } = await post("/change-password", change, { cookie, ...accepting("de") });
    expect(body).toEqual({ code: "INVALID_PASSWORD", message: french.errors.INVALID_PASSWORD });
  });

  test("is in the language of the browser if the user's language is none of the app's, or none", async () => {
    for (const more of [{ locale: "xx" }, {}]) {
      const { post, signedIn } = await open();
      const cookie = await signedIn(more);
      const change = { currentPassword: "not the password", newPassword: "another horse battery" };
      const { body } = await post("/change-password", change, { cookie, ...accepting("de") });
      expect(body.message).toBe(german.errors.INVALID_PASSWORD);
    }
  });

  test("does not tell by its language whether an address has an account", async () => {
    const { post, signedIn } = await open();
    await signedIn({ locale: "fr" });
    const { body } = await post("/sign-in/email", { ...wrong, email: "bob@example.com" }, accepting("de"));
    expect(body.message).toBe(german.errors.INVALID_EMAIL_OR_PASSWORD);
  });

  test("is in the language that detect answers, before all others", async () => {
    const { post } = await open({ detect: ({ headers }) => headers.get("x-language") });
    const headers = { "x-language": "fr", ...accepting("de") };
    expect((await post("/sign-in/email", wrong, headers)).body.message).toBe(french.errors.INVALID_EMAIL_OR_PASSWORD);
    expect((await post("/sign-in/email", wrong, accepting("de"))).body.message).toBe(
      german.errors.INVALID_EMAIL_OR_PASSWORD,
    );
  });

  test("has its code and the language of the browser if detect throws, and the log says so", async () => {
    const { post, logged } = await open({
      detect: () => {
        throw new Error("no such cookie");
      },
    });
    const { status, body } = await post("/sign-in/email", wrong, accepting("de"));
    expect([status, body.message]).toEqual([401, german.errors.INVALID_EMAIL_OR_PASSWORD]);
    expect(JSON.stringify(logged)).toContain("`detect` of i18n() has thrown");
  });

  test("of a hook and of a plugin of the app stays, if the languages do not have its code", async () => {
    const { post } = await open();
    const eve = { name: "Eve", email: "eve@example.com", password };
    const { status, body, headers } = await post("/sign-up/email", eve, accepting("de"));
    expect([status, body]).toEqual([403, { code: "NOT_TODAY", message: "not today" }]);
    expect(headers.get("content-language")).toBeNull();
  });

  test("of a hook is translated by the app's own texts", async () => {
    const errors = { ...german.errors, NOT_TODAY: "Heute nicht." };
    const { post } = await open({ locales: [{ ...german, errors }] });
    const eve = { name: "Eve", email: "eve@example.com", password };
    expect((await post("/sign-up/email", eve, accepting("de"))).body.message).toBe("Heute nicht.");
  });

  test("that the app has written for a code of the library stays", async () => {
    const { post } = await open();
    const mallory = { name: "Mallory", email: "mallory@example.com", password };
    const { body } = await post("/sign-up/email", mallory, accepting("de"));
    expect(body).toEqual({ code: "INVALID_EMAIL", message: "Use your address at work" });
  });

  test("that a route has written for a code of the library is translated, too", async () => {
    const { post } = await open();
    const page = { name: "Page", email: "page@example.com", password };
    const { body } = await post("/sign-up/email", page, accepting("de"));
    expect(body.message).toBe(german.sentences?.["Unsupported media type: send a form"]);
  });

  test("of a server-side call is English: the app answers it", async () => {
    const { auth } = await open();
    const headers = new Headers(accepting("de"));
    await expect(auth.api.signIn.email(wrong, { headers })).rejects.toMatchObject({
      message: "Invalid email or password",
    });
  });
});

describe("config errors", () => {
  test.each([
    [{ locales: "de" }],
    [{ locales: [{ locale: "de\r\nx: y", errors: {} }] }],
    [{ locales: [{ locale: "de" }] }],
    [{ locales: [], detect: "de" }],
  ])("name a wrong option: %j", (options) => {
    expect(() => createTestAuth({ plugins: [i18n(options as never)] })).toThrow(/i18n/);
  });
});
