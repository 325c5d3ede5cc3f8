/** Texts of the buttons of providers, and of a failed return from a provider. */
export const provider = {
  continueWith: (name: string): string => `Continue with ${name}`,
  continueWithOne: "Continue with",
  going: (name: string): string => `Opening ${name}…`,
  opening: "Opening…",
  unavailable: (name: string): string => `${name} cannot be reached right now. Try again in a moment.`,
  theProvider: "the provider",
  /** By the code in `?error=`, in lower case: of the server, or of the provider (RFC 6749, section 4.1.2.1). */
  codes: {
    access_denied: (name) => `You denied access at ${name}, and no change was made.`,
    temporarily_unavailable: (name) => `${name} is not available right now. Try again in a moment.`,
    server_error: (name) => `An error occurred at ${name}. Try again in a moment.`,
    banned: () => "This account is banned. Ask an administrator if this is wrong.",
    too_many_requests: () => "Too many tries. Wait a minute, then try again.",
    please_restart_the_process: () => "This took too long, or continued in another browser or tab. Start again.",
    state_not_found: () => "This took too long, or continued in another browser or tab. Start again.",
    email_not_found: (name) => `${name} did not give us an email address, and an account here needs one.`,
    email_not_verified: () => "Verify your email address first: the link is in an email to you.",
    signup_disabled: (name) => `New users cannot sign up with ${name}. Create an account first, then link it.`,
    account_not_linked: (name) =>
      `Your address already has an account here. Sign in to it another way, then link ${name} in your account settings.`,
    account_already_linked_to_different_user: (name) =>
      `This account at ${name} is linked to another user here. Unlink it there first.`,
    unable_to_link_account: (name) => `${name} was not linked: it may know you by another email address than we do.`,
    unable_to_create_user: () => "No account could be created: your name or address may be taken already.",
    step_up_not_proven: (name) =>
      `${name} did not confirm that it is you. Sign in there again, with the account that is linked here.`,
    unable_to_create_session: () => "An error occurred on our side, and no change was made. Try again.",
    internal_server_error: () => "An error occurred on our side, and no change was made. Try again.",
    invalid_callback_request: (name) => `${name} sent you back without the data for a sign-in. Try again.`,
    no_code: (name) => `${name} sent you back without the data for a sign-in. Try again.`,
    no_callback_url: (name) => `${name} sent you back without the data for a sign-in. Try again.`,
    invalid_code: (name) => `${name} could not tell us who you are. Try again.`,
    unable_to_get_user_info: (name) => `${name} could not tell us who you are. Try again.`,
    oauth_provider_not_found: () => "This way to sign in is not offered here.",
  } as Readonly<Record<string, (name: string) => string>>,
  failed: (name: string): string => `The sign-in with ${name} failed. Try again.`,
  otherCode: (name: string, code: string): string => `The sign-in with ${name} failed (${code}). Try again.`,
};
