import type { User } from "@keyhold/core";
import type { TxContext } from "@keyhold/core/plugin";
import { FlowError } from "../flow/error.js";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Social } from "../options.js";

interface Owner {
  readonly user: User;
  /** The address is verified, but an attacker may have created the credentials (decision 0038). */
  readonly isDoubted: boolean;
}

/** Why the identity is not linked to the user with that email address; null if linked. */
export function linkingError(
  { linking }: Social,
  { user, isDoubted }: Owner,
  { provider, identity }: ProviderUser,
): FlowError | null {
  const { name } = provider.declaration;
  if (!linking.enabled) return new FlowError("account_not_linked", "Linking is disabled in the options of social().");
  if (linking.disableImplicitLinking) return new FlowError("account_not_linked", explicitOnly);
  const isTrusted = linking.trustedProviders.includes(provider.id);
  if (identity.emailVerified || (isTrusted && user.emailVerified && !isDoubted)) return null;
  const reason = isTrusted ? "this app has not verified it" : `${name} has not verified it`;
  return new FlowError("account_not_linked", `A user with this email address exists, and ${reason}.`);
}

const explicitOnly =
  "A user with this email address exists, and `linking.disableImplicitLinking` is set: the user signs in and links the account.";

/**
 * Whether the email address of this sign-in belongs to an unverified user, and the provider has not verified the
 * address either. As after a second sign-up, the first verification then removes all earlier credentials (decision
 * 0014).
 */
export const isDuplicateSignUp = (
  { settings }: TxContext,
  { linking }: Social,
  user: User,
  { identity }: ProviderUser,
): boolean =>
  settings.emailAndPassword.requireEmailVerification &&
  !user.emailVerified &&
  !(identity.emailVerified && linking.enabled && !linking.disableImplicitLinking);
