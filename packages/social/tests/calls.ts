import type { IdentityProvider, ProviderCall } from "@keyhold/testing/identity-provider";

type Asked = Pick<IdentityProvider, "calls">;

/** What an endpoint of any provider was asked, oldest first. */
export const callsOf = ({ calls }: Asked, endpoint: ProviderCall["endpoint"]): readonly ProviderCall[] =>
  calls.filter((call) => call.endpoint === endpoint);

/** What providers were asked for with a refresh token. */
export const refreshesAt = (idp: Asked): readonly ProviderCall[] =>
  callsOf(idp, "token").filter(({ form }) => form.get("grant_type") === "refresh_token");

/** How often a token endpoint was asked while something ran. */
export async function tokenCallsDuring(idp: Asked, run: () => Promise<unknown>): Promise<number> {
  const before = callsOf(idp, "token").length;
  await run();
  return callsOf(idp, "token").length - before;
}
