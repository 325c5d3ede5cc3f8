import { type ForeignOptions, type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import { pageErrors, type Settings } from "@keyhold/core/plugin";
import type { PasskeyOptions } from "./options.js";
import { partyErrors } from "./webauthn/relying-party.js";

const aaguid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const optionKeys = {
  rpId: true,
  rpName: true,
  origins: true,
  topOrigins: true,
  asSecondFactor: true,
  page: true,
  userVerification: true,
  attestation: true,
  allowedAaguids: true,
  signUp: true,
  maxPerUser: true,
} as const satisfies KnownKeys<PasskeyOptions>;

const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    rpID: "write `rpId`",
    origin: "write `origins`, a list, for origins beside that of `baseURL`",
    authenticatorSelection: "write `userVerification`, and give `authenticatorAttachment` to `addPasskey`",
  },
};

/** The config errors of the options, each a sentence. `given`: as the app wrote them, without defaults. */
export function optionErrors(
  given: unknown,
  options: PasskeyOptions,
  settings: Pick<Settings, "appUrl">,
): readonly string[] {
  const { rpName, asSecondFactor, page, userVerification, attestation, allowedAaguids, signUp, maxPerUser } = options;
  return [
    ...unknownKeyErrors(given, optionKeys, { foreign: [betterAuth] }),
    ...partyErrors(options, settings),
    ...(rpName === null || (typeof rpName === "string" && rpName !== "")
      ? []
      : ["rpName: must be a text, e.g. the app's name"]),
    ...(typeof asSecondFactor === "boolean" ? [] : ["asSecondFactor: must be true or false"]),
    ...pageErrors(page),
    ...(typeof signUp === "boolean" ? [] : ["signUp: must be true or false"]),
    ...(userVerification === "preferred" || userVerification === "required"
      ? []
      : ['userVerification: must be "preferred" or "required"']),
    ...(attestation === "none" || isDirect(attestation)
      ? []
      : ['attestation: must be "none", or direct() of @keyhold/passkey/attestation']),
    ...aaguidErrors(allowedAaguids, attestation),
    ...(Number.isSafeInteger(maxPerUser) && maxPerUser >= 1 && maxPerUser <= 100
      ? []
      : ["maxPerUser: must be a whole number from 1 to 100"]),
  ];
}

/** Without types it may be any value, e.g. the function itself. */
const isDirect = (given: unknown): boolean => {
  const { conveyance, verify } = Object(given) as { readonly conveyance?: unknown; readonly verify?: unknown };
  return conveyance === "direct" && typeof verify === "function";
};

function aaguidErrors(given: unknown, attestation: unknown): readonly string[] {
  if (given === null) return [];
  if (!Array.isArray(given) || !given.every((one) => typeof one === "string" && aaguid.test(one)))
    return ['allowedAaguids: must be a list of AAGUIDs in lower case, e.g. ["ee882879-721c-4913-9775-3dfcce97072a"]'];
  return isDirect(attestation)
    ? []
    : ["allowedAaguids: needs attestation: direct(), without which devices do not state their make"];
}
