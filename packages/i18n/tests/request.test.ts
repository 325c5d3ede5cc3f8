import { emailOutbox } from "@keyhold/core/outbox";
import { definePlugin, text } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { languageOfEmail, languagesOfRequest, requestLanguage } from "@keyhold/i18n/request";
import { renderEmail } from "@keyhold/mail";
import { german } from "@keyhold/mail/de";
import { french } from "@keyhold/mail/fr";
import { chinese } from "@keyhold/mail/zh";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

const email = "ada@example.com";
const password = "correct horse battery staple";

interface Sent {
  readonly kind: string;
  readonly to: string;
  /** The language of the page. */
  readonly language: string;
}

/** An auth with emails in German, French and Chinese, besides English. */
function open({
  plugins = [requestLanguage()],
  isAway = false,
  ...more
}: {
  plugins?: object[];
  isAway?: boolean;
} = {}) {
  const sent: Sent[] = [];
  const texts: { readonly to: string; readonly languages: readonly string[] }[] = [];
  const mail = { isAway };
  const fixture = createTestAuth({
    plugins: [
      emailOtp(),
      phoneNumber({
        allowedCountries: ["DE"],
        sendMessage: ({ to }) => void texts.push({ to, languages: languagesOfRequest() }),
      }),
      ...(plugins as ReturnType<typeof requestLanguage>[]),
    ],
    config: {
      user: { columns: { locale: text().optional().input() } },
      emailVerification: { sendOnSignUp: true },
      mail(message) {
        if (mail.isAway) throw new Error("The mail server is away.");
        const rendered = renderEmail(
          message,
          {},
          { languages: [german, french, chinese], languageOf: languageOfEmail },
        );
        const language = /<html lang="([^"]+)"/.exec(rendered.html)?.[1] ?? "";
        sent.push({ kind: message.kind, to: message.to, language });
      },
      ...more,
    },
  });

  async function post(path: string, body: object, language: string | null): Promise<number> {
    const headers = {
      "content-type": "application/json",
      origin: "https://app.example.com",
      ...(language !== null && { "accept-language": language }),
    };
    const url = `https://app.example.com/api/auth${path}`;
    const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
    const { status } = await fixture.auth.handler(request, { ipAddress: "203.0.113.7" });
    return status;
  }

  /** The language of the last email to an address. */
  async function languageTo(to: string): Promise<string | undefined> {
    await fixture.auth.idle();
    return sent.findLast((message) => message.to === to)?.language;
  }

  return { ...fixture, mail, sent, texts, post, languageTo };
}

const signUp = { name: "Ada", email, password };

describe("an email is in the language of the request that causes it:", () => {
  test.each([
    ["the code of a sign-in, to a new address", "/email-otp/send-verification-otp", { email, type: "sign-in" }],
    ["the link that verifies an address", "/sign-up/email", signUp],
  ])("%s", async (_, path, body) => {
    const { post, languageTo } = open();
    expect(await post(path, body, "fr-CH, de;q=0.5")).toBe(200);
    expect(await languageTo(email)).toBe("fr");
  });

  test("the link that sets a password", async () => {
    const { post, languageTo } = open();
    expect(await post("/sign-up/email", signUp, "fr")).toBe(200);
    expect(await post("/request-password-reset", { email, redirectTo: "/new" }, "de-AT")).toBe(200);
    expect(await languageTo(email)).toBe("de");
  });

  test("a server-side call with the headers of a request", async () => {
    const { auth, languageTo } = open();
    const headers = new Headers({ "accept-language": "de" });
    await auth.api.signUp.email(signUp, { headers });
    expect(await languageTo(email)).toBe("de");
  });

  test.each(["en-GB, de;q=0.9", "ja", "zh-TW", "zh-Hant-HK", "*", "", null, "x".repeat(9000)])(
    "else English: %s",
    async (header) => {
      const { post, languageTo } = open();
      expect(await post("/sign-up/email", signUp, header)).toBe(200);
      expect(await languageTo(email)).toBe("en");
    },
  );

  test("two requests at once, each its own", async () => {
    const { post, languageTo } = open();
    const wanted = ["de", "fr", "zh", "en"];
    const asked = Array.from({ length: 16 }, (_, index) => ({
      to: `ada${index}@example.com`,
      language: wanted[index % 4] ?? "",
    }));
    await Promise.all(
      asked.map(({ to, language }) =>
        post("/email-otp/send-verification-otp", { email: to, type: "sign-in" }, language),
      ),
    );
    for (const { to, language } of asked) expect(await languageTo(to)).toBe(language);
  });
});

test("the user's column comes first, also against the language of a stranger who asks", async () => {
  const { post, languageTo } = open();
  expect(await post("/sign-up/email", { ...signUp, locale: "de" }, "fr")).toBe(200);
  expect(await languageTo(email)).toBe("de");
  expect(await post("/request-password-reset", { email, redirectTo: "/new" }, "fr")).toBe(200);
  expect(await languageTo(email)).toBe("de");
});

test("without the plugin the language of the request has no effect", async () => {
  const { post, languageTo } = open({ plugins: [] });
  expect(await post("/sign-up/email", signUp, "de")).toBe(200);
  expect(await languageTo(email)).toBe("en");
});

test("an email in the outbox keeps the language, and is delivered by a call in another language", async () => {
  const { auth, clock, mail, post, sent } = open({ plugins: [requestLanguage(), emailOutbox()], isAway: true });
  expect(await post("/sign-up/email", signUp, "de")).toBe(200);
  expect(await post("/email-otp/send-verification-otp", { email: "eve@example.com", type: "sign-in" }, null)).toBe(200);
  await auth.idle();
  expect(sent).toEqual([]);
  mail.isAway = false;
  clock.forward({ minutes: 1 });
  expect(await post("/sign-up/email", { ...signUp, email: "bob@example.com" }, "fr")).toBe(200);
  await auth.idle();
  const languages = Object.fromEntries(sent.map(({ to, language }) => [to, language]));
  expect(languages).toEqual({ [email]: "de", "eve@example.com": "en", "bob@example.com": "fr" });
});

test("a text message knows the languages of its request; outside of a call there are no languages", async () => {
  const { auth, post, texts } = open();
  expect(languagesOfRequest()).toEqual([]);
  expect(await post("/phone-number/send-otp", { phoneNumber: "+4915112345678" }, "fr;q=0.5, de")).toBe(200);
  await auth.idle();
  expect(texts).toEqual([{ to: "+4915112345678", languages: ["de", "fr"] }]);
});

test("work that no request asks for knows no language, also if a request starts the work", async () => {
  const known: (readonly string[])[] = [];
  const reminder = definePlugin({ id: "reminder", hooks: { sweep: () => void known.push(languagesOfRequest()) } });
  const { auth, clock, post } = open({ plugins: [requestLanguage(), reminder] });
  clock.forward({ days: 2 });
  expect(await post("/sign-up/email", signUp, "de")).toBe(200);
  await auth.idle();
  expect(known).toEqual([[]]);
});
