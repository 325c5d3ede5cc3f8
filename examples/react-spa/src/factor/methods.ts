/** The second factors that a sign-in can be finished with on this page. */
const known = ["totp", "otp", "backup-code"] as const;
export type FactorMethod = (typeof known)[number];

interface Words {
  readonly title: string;
  /** The button that chooses it in place of another one. */
  readonly choose: string;
  readonly lead: string;
}

export const factorWords: Readonly<Record<FactorMethod, Words>> = {
  totp: {
    title: "Code of your app",
    choose: "Use your authenticator app",
    lead: "Your authenticator app shows a new one every 30 seconds.",
  },
  otp: {
    title: "Code by e-mail",
    choose: "Get a code by e-mail",
    lead: "It has 8 digits, and works for 5 minutes.",
  },
  "backup-code": {
    title: "Backup code",
    choose: "Lost your phone? Use a backup code",
    lead: "One of the codes that you saved when you set this up. Each works once.",
  },
};

/** The methods of a list as the server gives it, without those that this page does not know. */
export const knownMethods = (given: readonly string[]): readonly FactorMethod[] =>
  known.filter((method) => given.includes(method));
