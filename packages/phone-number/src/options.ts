import { checked, defineOptions, flag, limit, oneOf, whole } from "@keyhold/core/options";
import type { Context } from "@keyhold/core/plugin";
import type { CheckedNumber, CodeService, SentMessage } from "./code/ports.js";
import { isCountry } from "./number/parse.js";

/** The options of `phoneNumber`; an omitted option has its default. */
export interface PhoneNumberOptions {
  /**
   * The countries whose numbers get messages, as ISO 3166-1 codes, e.g. `["DE", "AT"]`. Default `[]`: no number gets a
   * message.
   */
  readonly allowedCountries: readonly string[];
  /** Which numbers get messages: numbers of mobile phones, or any number that can be dialled. Default "mobile". */
  readonly numbers: "mobile" | "any";
  /** Sends a text message. Default null: `provider` sends the codes. */
  readonly sendMessage: ((message: SentMessage) => void | Promise<void>) | null;
  /** A service that makes, sends and checks the codes itself. Default null: the library makes the codes. */
  readonly provider: CodeService | null;
  /** Whether a number may get a message, e.g. by a risk service. Asked before each message. Default null: yes. */
  readonly checkNumber: ((attempt: CheckedNumber) => boolean | Promise<boolean>) | null;
  /** How long a code works, at most ten minutes (SP 800-63B-4, section 3.1.3.2). Default 300. */
  readonly expiresInSeconds: number;
  /** Whether a code creates no account for a number without an account. Default false. */
  readonly disableSignUp: boolean;
  /**
   * A number that its user has not proven for as many days opens no account alone: carriers give numbers to other people.
   * Default 90.
   */
  readonly unusedDays: number;
  /** How many days a user keeps a number by a proof after another person has verified it. Default 7. */
  readonly reclaimDays: number;
  /** Messages to one number. Default `{ windowSeconds: 900, max: 3 }`. */
  readonly perNumber: { readonly windowSeconds: number; readonly max: number };
  /** Messages to one number in a longer window. Default `{ windowSeconds: 86400, max: 10 }`. */
  readonly perNumberPerDay: { readonly windowSeconds: number; readonly max: number };
  /** Different numbers that one IP address of a client asks for. Default `{ windowSeconds: 3600, max: 5 }`. */
  readonly perCaller: { readonly windowSeconds: number; readonly max: number };
  /** Messages to all numbers with one calling code. Default `{ windowSeconds: 3600, max: 100 }`. */
  readonly perCountry: { readonly windowSeconds: number; readonly max: number };
  /** Messages of the app, to all numbers together. Default `{ windowSeconds: 3600, max: 500 }`. */
  readonly perApp: { readonly windowSeconds: number; readonly max: number };
}

const areCountries = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((country) => typeof country === "string" && isCountry(country));

const isFunction = (value: unknown): boolean => value === null || typeof value === "function";

const isService = (value: unknown): boolean =>
  value === null ||
  (typeof value === "object" &&
    typeof Reflect.get(value, "start") === "function" &&
    typeof Reflect.get(value, "check") === "function");

export const phoneNumberOptions = defineOptions<PhoneNumberOptions>(
  {
    allowedCountries: checked<readonly string[]>([], 'be a list of country codes, e.g. ["DE", "AT"]', areCountries),
    numbers: oneOf<PhoneNumberOptions["numbers"]>("mobile", ["mobile", "any"]),
    sendMessage: checked<PhoneNumberOptions["sendMessage"]>(null, "be null or a function", isFunction),
    provider: checked<PhoneNumberOptions["provider"]>(
      null,
      "be null, or have the functions `start` and `check`",
      isService,
    ),
    checkNumber: checked<PhoneNumberOptions["checkNumber"]>(null, "be null or a function", isFunction),
    expiresInSeconds: whole(300, 60, 600),
    disableSignUp: flag(false),
    unusedDays: whole(90, 1, 3650),
    reclaimDays: whole(7, 1, 90),
    perNumber: limit(900, 3),
    perNumberPerDay: limit(86_400, 10),
    perCaller: limit(3600, 5),
    perCountry: limit(3600, 100),
    perApp: limit(3600, 500),
  },
  {
    remedies: {
      "better-auth": {
        sendOTP: "write `sendMessage`",
        verifyOTP: "write `provider: { start, check }`",
        sendPasswordResetOTP: 'write `sendMessage`: its `kind` is "reset-password"',
        otpLength: "a code has six digits; remove it",
        expiresIn: "write `expiresInSeconds`",
        phoneNumberValidator: "numbers are parsed by libphonenumber-js; write `checkNumber` for more",
        requireVerification: "a number that is not verified signs no user in; remove it",
        callbackOnVerification: 'write a listener of the event "phone-number.verified"',
        signUpOnVerification: "a code creates the account of a new number; the library makes the address; remove it",
        allowedAttempts: "a code has five guesses; remove it",
      },
    },
    check: ({ allowedCountries, sendMessage, provider }) => {
      if (sendMessage && provider)
        return ["provider: remove `sendMessage`, or `provider`: one of them sends the codes"];
      const isOff = allowedCountries.length === 0 || sendMessage !== null || provider !== null;
      return isOff ? [] : ["sendMessage: missing; write a function that sends a text message, or write `provider`"];
    },
  },
);

/** What browsers get to know of the options. */
export interface PhoneNumberOffer {
  readonly canSignUp: boolean;
  readonly hasPassword: boolean;
  /** The countries whose numbers get messages, as ISO 3166-1 codes. */
  readonly countries: readonly string[];
}

/** What screens may offer; null: no number gets messages. */
export const offerOf = (
  { allowedCountries: countries, disableSignUp }: PhoneNumberOptions,
  { emailAndPassword }: Context["settings"],
): PhoneNumberOffer | null =>
  countries.length === 0 ? null : { canSignUp: !disableSignUp, hasPassword: emailAndPassword.enabled, countries };
