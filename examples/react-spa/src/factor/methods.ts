interface Words {
  readonly title: string;
  /** The button that chooses it in place of another one. */
  readonly choose: string;
  readonly lead: string;
}

/** The methods of a second step. The last one is for a user who has lost the others. */
export const factorWords = {
  passkey: {
    title: "Passkey",
    choose: "Use a passkey",
    lead: "Your device asks for your finger, your face or its PIN.",
  },
  totp: {
    title: "Code of your app",
    choose: "Use your authenticator app",
    lead: "Your authenticator app shows a new one every 30 seconds.",
  },
  otp: {
    title: "Code by email",
    choose: "Get a code by email",
    lead: "It has 8 digits, and works for 5 minutes.",
  },
  "backup-code": {
    title: "Backup code",
    choose: "Lost your phone? Use a backup code",
    lead: "One of the codes that you saved when you set this up. Each works once.",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** The methods of a step that needs a recent proof. */
export const stepUpWords = {
  password: { title: "Password", choose: "Use your password", lead: "" },
  ...factorWords,
} as const satisfies Readonly<Record<string, Words>>;

export type StepUpMethod = keyof typeof stepUpWords;
export type FactorMethod = keyof typeof factorWords;
export type CodeMethod = Exclude<FactorMethod, "passkey">;

/** The methods of a list as the server gives it, without those that this page does not know. */
export const knownMethods = (given: readonly string[]): readonly FactorMethod[] =>
  (Object.keys(factorWords) as FactorMethod[]).filter((method) => given.includes(method));

/** The same for a step that needs a recent proof. */
export const stepUpMethods = (given: readonly string[]): readonly StepUpMethod[] =>
  (Object.keys(stepUpWords) as StepUpMethod[]).filter((method) => given.includes(method));
