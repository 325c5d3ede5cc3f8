import { type ForeignOptions, type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import { pageErrors } from "@keyhold/core/plugin";
import type { TwoFactorOptions } from "./options.js";

const secondsPerDay = 86_400;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

const optionKeys = {
  page: true,
  issuer: true,
  otp: true,
  trustDeviceSeconds: true,
  require: true,
  recovery: true,
  guesses: true,
} as const satisfies KnownKeys<TwoFactorOptions>;

const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    otpOptions: "emailed codes are sent by `mail` of the auth; write `otp: { sendText }` to send them yourself",
    totpOptions: "codes have six digits and last 30 seconds; remove it",
    backupCodeOptions: "a user gets ten backup codes; remove it",
    skipVerificationOnEnable: "a code always confirms the authenticator app; remove it",
    trustDeviceMaxAge: "write `trustDeviceSeconds`",
    twoFactorPage: "write `page`",
  },
};

/** The config errors of the options, each a sentence. `given`: as the app wrote them, without defaults. */
export function optionErrors(given: unknown, options: TwoFactorOptions): readonly string[] {
  const { page, issuer, trustDeviceSeconds } = options;
  return [
    ...unknownKeyErrors(given, optionKeys, { foreign: [betterAuth] }),
    ...pageErrors(page),
    ...(issuer === null || (typeof issuer === "string" && issuer !== "")
      ? []
      : ["issuer: must be a text, e.g. the app's name"]),
    ...otpErrors(options.otp),
    ...(isWhole(trustDeviceSeconds) && trustDeviceSeconds <= 400 * secondsPerDay
      ? []
      : ["trustDeviceSeconds: must be a whole number of seconds, at most 400 days"]),
    ...guessErrors(options.guesses),
    ...recoveryErrors(options.recovery),
    ...requireErrors(options.require),
  ];
}

function otpErrors(otp: unknown): readonly string[] {
  if (typeof otp === "boolean") return [];
  if (!isObject(otp) || typeof otp.sendText !== "function")
    return ["otp: must be true, false or { sendText }, a function that sends the code to the user"];
  return unknownKeyErrors(otp, { sendText: true }, { path: "otp" });
}

function guessErrors(guesses: unknown): readonly string[] {
  if (!isObject(guesses) || !isWhole(guesses.windowSeconds) || !isWhole(guesses.max))
    return ["guesses: must be { windowSeconds, max }, whole numbers of at least 1"];
  return unknownKeyErrors(guesses, { windowSeconds: true, max: true }, { path: "guesses" });
}

function recoveryErrors(recovery: unknown): readonly string[] {
  if (recovery === false) return [];
  const delay = isObject(recovery) ? recovery.delaySeconds : null;
  if (!isWhole(delay) || delay < 3600 || delay > 400 * secondsPerDay)
    return [
      "recovery: must be false or { delaySeconds }, a whole number from an hour to 400 days, e.g. 259200 for three days",
    ];
  return unknownKeyErrors(recovery, { delaySeconds: true }, { path: "recovery" });
}

function requireErrors(require: unknown): readonly string[] {
  if (typeof require !== "function")
    return [
      'require: must be a function that answers true, false or a Date, e.g. `({ email }) => email.endsWith("@example.com")`',
    ];
  // A promise is neither, and would count as true.
  return require.constructor.name === "AsyncFunction"
    ? ["require: must answer true, false or a Date at once, not a promise; decide by columns of the user"]
    : [];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
