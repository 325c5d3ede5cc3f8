import { google } from "@keyhold/social/google";
import { microsoft } from "@keyhold/social/microsoft";
import { roblox } from "@keyhold/social/roblox";
import { tiktok } from "@keyhold/social/tiktok";
import { vk } from "@keyhold/social/vk";
import type { Difference } from "../difference.ts";
import { ada, ben, password } from "../seed.ts";
import { answerAt, landing, parameterOf, registration, setOut, signInWith } from "../sign-in-with.ts";
import { outcome, type World, whoIs } from "../world.ts";
import { believe } from "./passwords.ts";

const comer = { subject: "119", email: ben, emailVerified: true, name: "Ben", picture: null };
const newMember = { ...comer, subject: "120", email: "cleo@example.com", name: "Cleo" };

const atGoogle = {
  old: { socialProviders: { google: registration } },
  options: { social: { providers: [google(registration)] } },
};

const scopeAt = (provider: string) => (world: World) => parameterOf(world.browser(), provider, "scope");

export const social: readonly Difference[] = [
  {
    row: "A provider vouches for an address that its user here never verified",
    async observe(world) {
      if (world.isKept) believe(world, ben);
      await signInWith(world.idp, "google", comer, world.browser());
      return outcome(await world.browser().post("/sign-in/email", { email: ben, password }));
    },
    was: "200",
    is: "401 INVALID_EMAIL_OR_PASSWORD",
    ...atGoogle,
    keep: "call",
  },
  {
    row: "Microsoft and others that do not vouch for addresses",
    observe: (world) =>
      signInWith(world.idp, "microsoft", { ...comer, email: ada, emailVerified: false }, world.browser()),
    was: "/in",
    is: "/error?error=account_not_linked",
    old: { socialProviders: { microsoft: registration } },
    options: { social: { providers: [microsoft(registration)] } },
    keep: { social: { linking: { trustedProviders: ["microsoft"] } } },
  },
  {
    row: "An address that the provider does not vouch for, with `requireEmailVerification`",
    observe: (world) => signInWith(world.idp, "google", { ...newMember, emailVerified: false }, world.browser()),
    was: "/in",
    is: "/error?error=email_not_verified",
    old: {
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      socialProviders: { google: registration },
    },
    options: {
      config: { emailAndPassword: { requireEmailVerification: true } },
      social: { providers: [google(registration)] },
    },
  },
  {
    row: "The address that `mapProfileToUser` answers with",
    async observe(world) {
      const browser = world.browser();
      await signInWith(world.idp, "google", newMember, browser);
      return whoIs(browser);
    },
    was: "mapped@example.com",
    is: newMember.email,
    old: {
      socialProviders: { google: { ...registration, mapProfileToUser: () => ({ email: "mapped@example.com" }) } },
    },
    options: {
      social: { providers: [google({ ...registration, mapProfileToUser: () => ({ email: "mapped@example.com" }) })] },
    },
  },
  {
    row: "A user without an address at the provider",
    async observe(world) {
      const browser = world.browser();
      return signInWith(world.idp, "roblox", { ...newMember, email: null }, browser);
    },
    was: "/in",
    is: "/error?error=email_not_found",
    old: { socialProviders: { roblox: registration } },
    options: { social: { providers: [roblox(registration)] } },
    keep: {
      social: {
        providers: [roblox({ ...registration, mapProfileToUser: ({ sub }) => ({ email: `${sub}@roblox.invalid` }) })],
      },
    },
  },
  {
    row: "The browser that a provider sends back",
    async observe(world) {
      const path = await answerAt(world.idp, "google", await setOut(world.browser(), "google"), newMember);
      return landing(await world.browser().get(path));
    },
    was: "/in",
    is: "/api/auth/error?error=please_restart_the_process",
    ...atGoogle,
  },
  {
    row: "Sign-ins with a provider that began before the switch",
    before: {
      ...atGoogle,
      async run(world) {
        return { path: await answerAt(world.idp, "google", await setOut(world.browser(), "google"), newMember) };
      },
    },
    observe: async (world) => landing(await world.browser().get(world.known.path ?? "")),
    was: "/in",
    is: "/api/auth/error?error=please_restart_the_process",
    ...atGoogle,
  },
  {
    row: "Refresh tokens of providers",
    async observe(world) {
      const browser = world.browser();
      await signInWith(world.idp, "microsoft", newMember, browser);
      const { text } = await browser.post("/refresh-token", { providerId: "microsoft" });
      return typeof JSON.parse(text).refreshToken === "string";
    },
    was: true,
    is: false,
    old: { socialProviders: { microsoft: registration } },
    options: { social: { providers: [microsoft({ ...registration, scopes: ["offline_access"] })] } },
    keep: { social: { exposeRefreshToken: true } },
  },
  {
    row: "Scopes of Microsoft",
    observe: scopeAt("microsoft"),
    was: "openid profile email User.Read offline_access",
    is: "openid profile email",
    old: { socialProviders: { microsoft: registration } },
    options: { social: { providers: [microsoft(registration)] } },
    keep: { social: { providers: [microsoft({ ...registration, scopes: ["User.Read", "offline_access"] })] } },
  },
  {
    row: "Scopes of TikTok",
    observe: scopeAt("tiktok"),
    was: "user.info.profile",
    is: "user.info.basic",
    old: { socialProviders: { tiktok: { clientId: "an id", clientKey: "a key", clientSecret: "a secret" } } },
    options: { social: { providers: [tiktok({ clientId: "a key", clientSecret: "a secret" })] } },
    keep: {
      social: {
        providers: [
          tiktok({
            clientId: "a key",
            clientSecret: "a secret",
            scopes: ["user.info.profile"],
            disableDefaultScopes: true,
          }),
        ],
      },
    },
  },
  {
    row: "Scopes of VK",
    observe: scopeAt("vk"),
    was: "email phone",
    is: "vkid.personal_info email",
    old: { socialProviders: { vk: registration } },
    options: { social: { providers: [vk(registration)] } },
    keep: {
      social: { providers: [vk({ ...registration, scopes: ["email", "phone"], disableDefaultScopes: true })] },
    },
  },
  {
    row: "What Roblox asks each time",
    observe: (world) => parameterOf(world.browser(), "roblox", "prompt"),
    was: "select_account consent",
    is: null,
    old: { socialProviders: { roblox: registration } },
    options: { social: { providers: [roblox(registration)] } },
    keep: { social: { providers: [roblox({ ...registration, prompt: "select_account consent" })] } },
  },
  {
    row: "TikTok's `clientKey`",
    observe: (world) => parameterOf(world.browser(), "tiktok", "client_key"),
    was: "a key",
    is: "refused: tiktok",
    old: { socialProviders: { tiktok: { clientId: "an id", clientKey: "a key", clientSecret: "a secret" } } },
    options: { social: { providers: [tiktok({ clientId: undefined, clientSecret: "a secret" })] } },
    keep: { social: { providers: [tiktok({ clientId: "a key", clientSecret: "a secret" })] } },
  },
];
