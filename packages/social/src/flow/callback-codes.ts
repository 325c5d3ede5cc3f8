/**
 * The codes in `?error=` of the URL that the browser is redirected to after a failed callback (spec, section 8).
 * Further codes: the provider's own (RFC 6749, section 4.1.2.1), e.g. "access_denied", and in lower case the error code
 * of a hook.
 */
export const callbackCodes = [
  "invalid_callback_request",
  "state_not_found",
  "please_restart_the_process",
  "oauth_provider_not_found",
  "no_code",
  "no_callback_url",
  "invalid_code",
  "unable_to_get_user_info",
  "email_not_found",
  "email_not_verified",
  "signup_disabled",
  "account_not_linked",
  "account_already_linked_to_different_user",
  "unable_to_link_account",
  "unable_to_create_user",
  "unable_to_create_session",
  "step_up_not_proven",
  "internal_server_error",
  "too_many_requests",
] as const;

/** A code of `callbackCodes`. */
export type CallbackCode = (typeof callbackCodes)[number];
