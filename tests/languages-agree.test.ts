import { i18n } from "@keyhold/i18n";
import { german } from "@keyhold/i18n/de";
import { portuguese } from "@keyhold/i18n/pt";
import { languageOfEmail, requestLanguage } from "@keyhold/i18n/request";
import { chinese } from "@keyhold/i18n/zh";
import { renderEmail } from "@keyhold/mail";
import { german as mailGerman } from "@keyhold/mail/de";
import { portuguese as mailPortuguese } from "@keyhold/mail/pt";
import { chinese as mailChinese } from "@keyhold/mail/zh";
import { german as screenGerman } from "@keyhold/react-ui/texts/de";
import { matchLanguage } from "@keyhold/react-ui/texts/match-language";
import { portuguese as screenPortuguese } from "@keyhold/react-ui/texts/pt";
import { chinese as screenChinese } from "@keyhold/react-ui/texts/zh";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

/** Errors, emails and screens choose the language by one rule: a page in one language has no email in another. */

const email = "ada@example.com";
const wrong = { email, password: "wrong horse battery staple" };

async function chosenFor(header: string): Promise<object> {
  const languages: string[] = [];
  const { auth } = createTestAuth({
    plugins: [i18n({ locales: [german, { ...portuguese, locale: "pt-BR" }, chinese] }), requestLanguage()],
    config: {
      mail(message) {
        const known = [mailGerman, { ...mailPortuguese, locale: "pt-BR" }, mailChinese];
        const { html } = renderEmail(message, {}, { languages: known, languageOf: languageOfEmail });
        languages.push(/<html lang="([^"]+)"/.exec(html)?.[1] ?? "");
      },
    },
  });
  const post = (path: string, body: object): Promise<Response> =>
    auth.handler(
      new Request(`https://app.example.com/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://app.example.com", "accept-language": header },
        body: JSON.stringify(body),
      }),
      { ipAddress: "203.0.113.7" },
    );
  const error = await post("/sign-in/email", wrong);
  await post("/sign-up/email", { ...wrong, name: "Ada" });
  await auth.idle();
  const screens = [screenGerman, { ...screenPortuguese, locale: "pt-BR" }, screenChinese];
  return {
    error: error.headers.get("content-language") ?? "en",
    email: languages[0],
    screen: matchLanguage(header, screens)?.locale ?? "en",
  };
}

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["DE-at-1996", "de"],
  ["zh", "zh"],
  ["zh-CN", "zh"],
  ["zh-Hans-SG", "zh"],
  ["zh-TW", "en"],
  ["zh-HK, de;q=0.5", "de"],
  ["zh-Hant", "en"],
  ["zh-Hant-TW, zh;q=0.9", "zh"],
  ["pt", "pt-BR"],
  ["pt-BR", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["fr, de;q=0.1", "de"],
  ["en-GB, de;q=0.9", "en"],
  ["*, de;Q=0.5", "de"],
  ["de;q=0, zh", "zh"],
  ["", "en"],
])("for %s errors, emails and screens are in the language %s", async (header, language) => {
  expect(await chosenFor(header)).toEqual({ error: language, email: language, screen: language });
});
