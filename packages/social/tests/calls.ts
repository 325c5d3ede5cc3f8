import type { IdentityProvider, ProviderCall } from "@keyhold/testing/identity-provider";

type Asked = Pick<IdentityProvider, "calls">;

/** The calls of an endpoint, of any provider, oldest first. */
export const callsOf = ({ calls }: Asked, endpoint: ProviderCall["endpoint"]): readonly ProviderCall[] =>
  calls.filter((call) => call.endpoint === endpoint);

/** The calls of a token endpoint with a refresh token. */
export const refreshesAt = (idp: Asked): readonly ProviderCall[] =>
  callsOf(idp, "token").filter(({ form }) => form.get("grant_type") === "refresh_token");

/** The number of token requests while `run` runs. */
export async function tokenCallsDuring(idp: Asked, run: () => Promise<unknown>): Promise<number> {
  const before = callsOf(idp, "token").length;
  await run();
  return callsOf(idp, "token").length - before;
}
