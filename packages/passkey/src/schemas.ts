import { session, user } from "@keyhold/core/entity-schemas";
import { moreAsked, withoutDirections } from "@keyhold/core/plugin";
import { type ValueSchema, z } from "@keyhold/core/schema";
import type { Passkey } from "./models.js";

/** Longer ids than a registration may have, so that they get the error of the registration. */
const credentialId = z.string().min(1).max(2048);

/** The members of a `PublicKeyCredential` that do not matter here are dropped. */
const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

/** A `RegistrationResponseJSON` of WebAuthn, section 5.1. */
export const registrationResponse = z.object({
  ...credential,
  /** Only `credProps.rk` matters; extensions of browsers are dropped. */
  clientExtensionResults: z.unknown().optional(),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    /** Libraries of apps may write null where a device states none. */
    transports: z.array(z.string()).nullable().optional(),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** An `AuthenticationResponseJSON` of WebAuthn, section 5.1. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().nullable().optional(),
  }),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

/** A passkey in responses. */
export const passkeySchema: ValueSchema<Passkey> = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    publicKey: z.string(),
    userId: z.string(),
    credentialID: z.string(),
    counter: z.number(),
    deviceType: z.string(),
    backedUp: z.boolean(),
    transports: z.string().nullable(),
    createdAt: z.date().nullable(),
    aaguid: z.string().nullable(),
    lastUsedAt: z.date().nullable(),
    userVerified: z.boolean().nullable(),
    discoverable: z.boolean().nullable(),
    clonedAt: z.date().nullable(),
  })
  .meta({ id: "Passkey" });

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});
const verification = z.enum(["preferred", "required"]);

export const attachment = z.enum(["platform", "cross-platform"]);

/** A `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    authenticatorAttachment: attachment.optional(),
    residentKey: verification,
    requireResidentKey: z.boolean(),
    userVerification: verification,
  }),
  attestation: z.enum(["none", "direct"]),
  extensions: z.object({ credProps: z.literal(true) }),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** A `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: verification,
});

export type RequestOptions = z.output<typeof requestOptions>;

/** The answer of a sign-in. `url`: where the browser was going when more was asked. */
export const signedIn = z.union([
  z.object({ session, user, redirect: z.boolean().optional(), url: z.string().optional() }),
  moreAsked,
]);

export const passkeyName = z.string().min(1).max(255).transform(withoutDirections);
export const done = z.object({ status: z.boolean() });
