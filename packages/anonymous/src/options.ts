import { defineOptions, limit, whole } from "@keyhold/core/options";

/** The options of `anonymous`; an omitted option has its default. */
export interface AnonymousOptions {
  /** New guests of the app, from all addresses together. Default `{ windowSeconds: 3600, max: 1000 }`. */
  readonly perApp: { readonly windowSeconds: number; readonly max: number };
  /** A guest who has not used the app for as many days is deleted. Default 30. */
  readonly unusedDays: number;
}

export const anonymousOptions = defineOptions<AnonymousOptions>(
  {
    perApp: limit(3600, 1000),
    unusedDays: whole(30, 1, 3650),
  },
  {
    remedies: {
      "better-auth": {
        emailDomainName: "the addresses of guests are at anonymous.invalid, which receives no email; remove it",
        onLinkAccount: 'sign-up keeps the id of the guest; for a sign-in write the hook "anonymous.merge"',
        disableDeleteAnonymousUser: "the guest is deleted after the hook; remove it",
        generateName: 'write `name` of the draft in the hook "user.create"',
        generateRandomEmail: "the library makes the addresses; remove it",
      },
    },
  },
);
