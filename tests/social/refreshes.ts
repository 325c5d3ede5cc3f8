import type { IdentityProvider, ProviderCall } from "@keyhold/testing/identity-provider";

/** What providers were asked for with a refresh token, oldest first. */
export const refreshesAt = ({ calls }: Pick<IdentityProvider, "calls">): readonly ProviderCall[] =>
  calls.filter(({ endpoint, form }) => endpoint === "token" && form.get("grant_type") === "refresh_token");
