import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { tabTo } from "../../../tests/harness/keyboard.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { type At, call, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, setUp } from "./pages.js";

const program = `
  import { createRoot } from "react-dom/client";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";
  import { EveryScreen } from "./every-screen.tsx";

  const language = document.cookie.match(/lang=(..)/)?.[1];
  Object.assign(document.documentElement, { lang: language, dir: language === "ar" ? "rtl" : "ltr" });
  createRoot(document.getElementById("root")).render(<EveryScreen texts={{ de: german, ar: arabic }[language]} />);`;

/** A user signs in, asks for a change of address, and clicks at the present address. */
async function changeEmail(at: At): Promise<{ readonly old: string; readonly next: string }> {
  const person = await createPerson();
  const next = person.email.replace("@", "@a-rather-long-name-of-a-new-provider.");
  await signInAs(at, person);
  await call(at, "/change-email", { newEmail: next });
  const { href } = linkIn(await at.server.mailbox.waitFor(person.email));
  const answer = await at.page.request.get(href, { headers: { accept: "application/json" } });
  expect(answer.status()).toBe(200);
  return { old: person.email, next };
}

/** Shows the section of the email address in a language. */
async function show({ page, server }: At, language: string): Promise<void> {
  await page.context().addCookies([{ name: "lang", value: language, url: server.url }]);
  await page.goto("/account/email");
  await page.locator("main h2").waitFor();
}

const states = {
  held: { switchAt: "confirmation", button: "Undo the change" },
  pending: { switchAt: "verification", button: "Cancel the change" },
} as const;

describe.skipIf(!executablePath).each(Object.entries(states))("a %s change of address", (_, { switchAt, button }) => {
  const user = { ...everyPlugin.user, changeEmail: { enabled: true, switchAt } };
  const visitor = setUp({ ...everyPlugin, user }, program);

  test("passes axe, does not scroll sideways, and ends by the keyboard", { timeout: 120_000 }, async () => {
    const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport: narrow });
    const at = { page, server: visitor.server };
    const { old } = await changeEmail(at);
    const checks = checkScreens();
    for (const language of languages) {
      await show(at, language);
      await expectGoodLook(page, checks, { name: "/account/email", language });
    }
    await show(at, "en");
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(`Your address is ${old}.`).waitFor();
    await page.getByRole("button", { name: button }).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Change of address");
  });
});
