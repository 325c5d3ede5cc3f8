import type { CallbackCode } from "@keyhold/social";

/** Errors of a provider (RFC 6749, section 4.1.2.1) that a user can understand. */
type ProviderCode = "access_denied" | "temporarily_unavailable" | "server_error";

type Told = (provider: string) => string;

const lost: Told = () => "This took too long, or went on in another browser or tab. Please start again.";
const broken: Told = (provider) => `${provider} sent you back without what is needed to let you in. Please try again.`;
const silent: Told = (provider) => `${provider} could not tell us who you are. Please try again.`;
const ours: Told = () => "An error occurred on our side, and no change was made. Please try again.";

const sentences: Readonly<Record<CallbackCode | ProviderCode | "too_many_requests" | "banned", Told>> = {
  access_denied: (provider) => `You denied access at ${provider}, and no change was made.`,
  temporarily_unavailable: (provider) => `${provider} is not available right now. Please try again in a moment.`,
  server_error: (provider) => `An error occurred at ${provider}. Please try again in a moment.`,
  banned: () => "This account is banned. Ask an administrator if you think that is wrong.",
  too_many_requests: () => "Too many tries at once. Please wait a minute, then try again.",
  please_restart_the_process: lost,
  state_not_found: lost,
  invalid_callback_request: broken,
  no_code: broken,
  no_callback_url: broken,
  invalid_code: silent,
  unable_to_get_user_info: silent,
  oauth_provider_not_found: () => "This way to sign in is not offered here.",
  email_not_found: (provider) => `${provider} told us no email address, and an account here needs one.`,
  email_not_verified: () => "Confirm your email address first: the link is in an email to you.",
  signup_disabled: (provider) => `New users cannot sign up with ${provider}. Create an account first, then link it.`,
  account_not_linked: (provider) =>
    `Your address has an account here already. Sign in to it another way, then link ${provider} under "Ways to sign in".`,
  account_already_linked_to_different_user: (provider) =>
    `This account at ${provider} is linked to another user here. Unlink it there first.`,
  unable_to_link_account: (provider) =>
    `${provider} was not linked: it may know you by another email address than we do.`,
  unable_to_create_user: () => "No account could be made for you: your name or address may be taken already.",
  unable_to_create_session: ours,
  step_up_not_proven: (provider) =>
    `${provider} did not confirm that it is you. Sign in there again, with the account that is linked here.`,
  internal_server_error: ours,
};

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/** Why a sign-in with a provider failed. The code is in the URL, so it can be any text. */
export function describeError(code: string, provider: string): string {
  if (isKnown(code)) return sentences[code](provider);
  const shown = /^[\w.-]{1,64}$/.test(code) ? ` (${code})` : "";
  return `Signing in with ${provider} did not work${shown}. Please try again, or choose another way.`;
}
