import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { billing, billingHandlers, type CustomerOptions } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { organization } from "@keyhold/organization";
import { phoneNumber } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createClock, createTestAuth, linkIn } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { connect } from "../connect.ts";
import { patientClient, patientDesk } from "../patience.ts";

const secret = "polar_whs_of_the_provider_for_tests";
const password = "correct horse battery staple";
export const number = "+4915112345678";
export const email = "ada@example.com";

/** An app with every way to sign up, that sells. */
export async function openWays(idp: IdentityProvider, customers: CustomerOptions = { createOnSignUp: true }) {
  const clock = createClock();
  const desk = await startBillingProvider({
    ...patientDesk,
    clock,
    products: { pro: { name: "Pro", price: 1200, interval: "month" } },
    webhookSecret: secret,
  });
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    retryMilliseconds: 1,
    requestsPerMinute: 100_000,
  });
  const { clientId, clientSecret, fetch } = idp;
  const messages: { readonly code: string }[] = [];
  const fixture = createTestAuth({
    plugins: [
      organization(),
      admin(),
      anonymous(),
      magicLink({ withCode: true }),
      emailOtp(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      billing({
        webhook: { secret, handlers: billingHandlers() },
        provider,
        products: { pro: desk.products.pro },
        customers,
      }),
    ],
    config: {
      now: clock.now,
      rateLimit: { enabled: false },
      emailVerification: { sendOnSignUp: true },
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
    },
  });
  idp.useClock(clock.now);
  const { auth, mailbox, visit } = fixture;
  await connect(auth, desk);
  type Visit = Pick<ReturnType<typeof visit>, "browser">;
  async function settle(): Promise<void> {
    await auth.idle();
    await desk.delivered();
    await auth.idle();
  }
  const atProvider = async () => (await provider.customers.list({ limit: 100 })).items;
  const emailOf = async (id: string): Promise<unknown> => (await provider.customers.byOwner(id))?.email;
  async function userOf({ browser }: Visit): Promise<{ readonly id: string; readonly email: string }> {
    return (await (await browser.get("/get-session")).json()).user;
  }
  const signUp = (given: Visit, name = "Ada") => given.browser.post("/sign-up/email", { name, email, password });
  async function verify({ browser }: Visit, to = email): Promise<void> {
    const { token } = await mailbox.waitFor(to, { kind: "verify-email" });
    const answer = await browser.post("/verify-email", { token });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
  /** Changes a verified address, and verifies the new address. */
  async function changeEmail(given: Visit, from: string, newEmail: string): Promise<void> {
    clock.forward({ seconds: 1 });
    await given.browser.post("/change-email", { newEmail });
    const { token } = await mailbox.waitFor(from, { kind: "confirm-email-change" });
    await given.browser.post("/verify-email", { token });
    await verify(given, newEmail);
  }
  const phoneSignUp = async ({ browser }: Visit): Promise<void> => {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    await browser.post("/phone-number/verify", { phoneNumber: number, code: messages.at(-1)?.code });
  };
  /** The ways by which a user comes to be with a verified address. */
  const ways: Readonly<Record<string, (given: Visit) => Promise<unknown>>> = {
    "a password, after the verification": async (given) => {
      await signUp(given);
      await verify(given);
    },
    "the answer of a provider": async ({ browser }) => {
      const answer = await browser.post("/sign-in/social", { provider: "google", callbackURL: "/in" });
      const as = { subject: "118", email, emailVerified: true, name: "Ada", picture: null };
      await browser.fetch((await idp.authorize((await answer.json()).url, { as })).url);
    },
    "a link": async ({ browser }) => {
      await browser.post("/sign-in/magic-link", { email });
      const link = linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
      await browser.fetch(link, { headers: { accept: "text/html" } });
    },
    "the code of a link": async ({ browser }) => {
      await browser.post("/sign-in/magic-link", { email });
      const { code } = await mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      await browser.post("/magic-link/verify-code", { code });
    },
    "a code": async ({ browser }) => {
      await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
      const { code } = await mailbox.waitFor(email, { kind: "email-otp.code" });
      await browser.post("/sign-in/email-otp", { email, otp: code, name: "Ada" });
    },
  };
  const tools = { settle, atProvider, emailOf, userOf, signUp, verify, changeEmail, phoneSignUp, ways, password };
  return { ...fixture, ...tools, clock, desk, provider };
}

export const wayNames = [
  "a password, after the verification",
  "the answer of a provider",
  "a link",
  "the code of a link",
  "a code",
] as const;
