import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { exampleId } from "../../../../tests/harness/example-id.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

/** The identity provider of a race, and options of the app. */
export interface RaceProvider {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default false. */
  readonly requireEmailVerification?: boolean;
}

/** The config of every process of a race. Google's refresh tokens stay valid; Example ID has single-use tokens. */
export function socialRaceConfig(provider: RaceProvider) {
  const { origin, clientId, clientSecret, requireEmailVerification = false } = provider;
  const app = { clientId, clientSecret };
  const plugin = social({
    providers: [
      google({ ...app, accessType: "offline" }),
      exampleId({ origin }, { ...app, mapProfileToUser: (profile) => ({ email: madeUpEmail(profile) }) }),
    ],
    linking: { allowDifferentEmails: true },
    fetch: (input, init) => fetch(placeOf(origin, String(input)), init),
  });
  const emailAndPassword = { ...raceConfig.emailAndPassword, requireEmailVerification };
  return { ...raceConfig, emailAndPassword, plugins: [plugin] as const };
}

/** For a provider without email addresses. */
const madeUpEmail = (profile: unknown): string => `${(profile as { readonly sub: string }).sub}@made-up.example`;

/** The URL at which the identity provider answers for a real provider. */
function placeOf(origin: string, given: string): string {
  const { origin: asked, host, pathname, search } = new URL(given);
  return asked === origin ? given : `${origin}/-/${host}${pathname}${search}`;
}
