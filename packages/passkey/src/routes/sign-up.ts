import { user as userSchema } from "@keyhold/core/entity-schemas";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { takeChallenges } from "../ceremony/challenge.js";
import { checked } from "../ceremony/checked.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import type { PasskeyOptions } from "../options.js";
import { readCredential } from "../passkey/add-passkey.js";
import { passkeyName as nameOfMake } from "../passkey/names.js";
import { signUpWithPasskey } from "../passkey/sign-up.js";
import { passkeyName, type RegistrationResponse, registrationResponse } from "../schemas.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";
import type { Expected, NewCredential } from "../webauthn/webauthn.js";

export const signUp = endpoint({
  route: "POST /passkey/sign-up",
  access: "public",
  challengedAction: "sign-up",
  doc: "Creates a user whose first way to sign in is the passkey that the browser has made with these options.",
  takesUserColumns: "sign-up",
  input: z.object({
    response: registrationResponse,
    passkeyName: passkeyName.optional(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.union([z.object({ token: z.string().nullable(), user: userSchema }), moreAsked]),
  errors: [
    "PASSKEY_SIGN_UP_IS_NOT_ENABLED",
    "CHALLENGE_NOT_FOUND",
    "FAILED_TO_VERIFY_REGISTRATION",
    "PREVIOUSLY_REGISTERED",
    "TOO_MANY_PASSKEYS",
    "USER_ALREADY_EXISTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  redirects: ["callbackURL"],
  limit: [
    { windowSeconds: 10, max: 3 },
    { windowSeconds: 3600, max: 30 },
  ],
  emailsGivenAddress: true,
  async handle({ input, userColumns, signUpFields, caller, ctx }, options) {
    if (!options.signUp) return ctx.fail(passkeyErrors.PASSKEY_SIGN_UP_IS_NOT_ENABLED);
    const { challenges, cookies: leftCookies } = await takeChallenges(ctx, caller, "sign-up");
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const party = relyingPartyOf(ctx.settings, options);
    const credential = await checked(
      ctx,
      { userId: null, purpose: "registration", caller },
      () => readFirst(options, input.response, { party, challenges }),
      () => ctx.fail(passkeyErrors.FAILED_TO_VERIFY_REGISTRATION),
    );
    const { rememberMe: isRemembered, callbackURL } = input;
    const name = input.passkeyName ?? nameOfMake(credential.aaguid);
    const passkey = { credential, name, maxPerUser: options.maxPerUser };
    const given = { passkey, userColumns, fields: signUpFields, isRemembered, callbackURL, caller };
    const { token, user, asked, cookies } = await signUpWithPasskey(ctx, given);
    const all = [...cookies, ...leftCookies];
    return asked ? askedOf({ asked, cookies: all }, { token, user }) : ok({ token, user }, all);
  },
});

/** Without a passkey that the device finds by itself the user could not sign in again. */
async function readFirst(
  options: PasskeyOptions,
  response: RegistrationResponse,
  expected: Expected,
): Promise<NewCredential> {
  const credential = await readCredential(options, response, expected);
  if (credential.discoverable === false) throw new Error("The passkey is not discoverable.");
  return credential;
}
