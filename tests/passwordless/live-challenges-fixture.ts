import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLink } from "@keyhold/magic-link";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";

/** What a browser asks for when it opens a link. */
const asBrowser = { headers: { accept: "text/html,application/xhtml+xml" } };

/** How many live challenges an address or a number has. */
export const maxChallenges = 3;

interface Opening {
  readonly database?: Database;
  readonly rateLimit?: AuthConfig["rateLimit"];
  readonly withCode?: boolean;
}

/** An auth that sends links and codes, without limits of emails and messages. */
export function openAsking({ database, rateLimit = { enabled: false }, withCode = false }: Opening = {}) {
  const texts: { readonly to: string; readonly code: string }[] = [];
  const fixture = createTestAuth({
    plugins: [
      emailOtp(),
      magicLink({ withCode }),
      phoneNumber({
        allowedCountries: ["DE"],
        sendMessage: (message) => void texts.push(message),
        perCountry: { windowSeconds: 60, max: 100_000 },
        perApp: { windowSeconds: 60, max: 100_000 },
      }),
    ],
    clientPlugins: [emailOtpClient()],
    config: { rateLimit, user: { changeEmail: { enabled: true } }, ...(database && { database }) },
  });
  type Visit = ReturnType<typeof fixture.visit>;
  let networks = 0;

  /** A browser in a network of its own. */
  function newVisit(): Visit {
    networks += 1;
    return fixture.visit({
      ipAddress: `198.${18 + Math.trunc(networks / 62_500)}.${Math.trunc(networks / 250) % 250}.${networks % 250}`,
    });
  }

  const sentTo = (to: string): number => fixture.mailbox.messages.filter((message) => message.to === to).length;

  async function post({ browser }: Visit, path: string, body: object): Promise<number> {
    return (await browser.post(path, body)).status;
  }
  const askCode = (visit: Visit, email: string, type = "sign-in"): Promise<number> =>
    post(visit, "/email-otp/send-verification-otp", { email, type });
  const askLink = (visit: Visit, email: string): Promise<number> => post(visit, "/sign-in/magic-link", { email });
  const askText = (visit: Visit, phoneNumber: string): Promise<number> =>
    post(visit, "/phone-number/send-otp", { phoneNumber });

  /** The digits of the email that a request has sent; null: no email. */
  async function codeFor(visit: Visit, email: string, type = "sign-in"): Promise<string | null> {
    const before = sentTo(email);
    await askCode(visit, email, type);
    await fixture.auth.idle();
    return sentTo(email) > before ? (fixture.mailbox.lastTo(email, "email-otp.code")?.code ?? null) : null;
  }

  /** The link of the email that a request has sent; null: no email. */
  async function linkFor(visit: Visit, email: string): Promise<string | null> {
    const before = sentTo(email);
    await askLink(visit, email);
    await fixture.auth.idle();
    return sentTo(email) > before ? (fixture.mailbox.lastTo(email, "magic-link.sign-in")?.url ?? null) : null;
  }

  /** Whether a code of a browser would sign in. Counts as a guess. */
  const works = async (visit: Visit, email: string, otp: string | null, type = "sign-in"): Promise<boolean> =>
    (await post(visit, "/email-otp/check-verification-otp", { email, type, otp: otp ?? "" })) === 200;

  const signIn = (visit: Visit, email: string, otp: string | null): Promise<number> =>
    post(visit, "/sign-in/email-otp", { email, otp: otp ?? "" });

  /** Whether a link would sign in another browser: it gets the page with the button, which uses nothing up. */
  const isLive = async (url: string | null): Promise<boolean> =>
    (await newVisit().browser.fetch(url ?? "", asBrowser)).status === 200;

  /** Opens a link in a browser, and answers with the address that is signed in; null: no session. */
  async function open({ browser, client }: Visit, url: string | null): Promise<string | null> {
    await browser.fetch(url ?? "", asBrowser);
    return (await client.getSession()).data?.user.email ?? null;
  }

  /** A browser with an earlier sign-in to the account of an address, signed out. */
  async function owner(email: string): Promise<Visit> {
    const visit = newVisit();
    await signIn(visit, email, await codeFor(visit, email));
    await visit.browser.post("/sign-out", {});
    return visit;
  }

  const tools = { newVisit, sentTo, askCode, askLink, askText, codeFor, linkFor, works, signIn, isLive, open, owner };
  return { ...fixture, ...tools, texts };
}
