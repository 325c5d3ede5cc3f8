import type { PublicOptions } from "@keyhold/public-options/client";
import { useMemo } from "react";
import type { FullClient, PluginOptions } from "./client.js";
import { useUI } from "./context.js";

/** What screens show: what the server offers, as far as the client has the plugin for it. */
export interface Offers {
  /** Null without the server's options. */
  readonly appName: string | null;
  /** Null: no sign-in by password. */
  readonly password: { readonly minLength: number; readonly maxLength: number } | null;
  /** Null: no sign-in by a link in an email, or no options of the server. */
  readonly magicLink: { readonly canSignUp: boolean; readonly hasCode: boolean } | null;
  /** Null: no sign-in by a code in an email, or no options of the server. */
  readonly emailCode: { readonly canSignUp: boolean; readonly digits: number } | null;
  /** Null: no sign-in by a code to a phone, or no options of the server. `countries`: ISO 3166-1 codes. */
  readonly phone: { readonly canSignUp: boolean; readonly countries: readonly string[] } | null;
  /** Whether visitors may use the app as guests. */
  readonly hasGuests: boolean;
  /** Whether a browser keeps the sessions of several accounts. */
  readonly hasSeveralAccounts: boolean;
  readonly canSignUp: boolean;
  readonly canResetPassword: boolean;
  readonly requiresEmailVerification: boolean;
  readonly hasUsername: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** The ids of the providers at which a user can step up, and stays in the session. */
  readonly stepUpProviders: readonly string[];
  readonly hasPasskey: boolean;
  readonly hasTwoFactor: boolean;
  /** The kinds of second factors that a user can set up. */
  readonly factorMethods: readonly string[];
  readonly canRecover: boolean;
  /** The seconds for which a browser can be trusted after a second factor; null: the server does not say. */
  readonly trustSeconds: number | null;
  readonly canChangeEmail: boolean;
  readonly canDeleteUser: boolean;
  readonly hasOrganizations: boolean;
  readonly canCreateOrganization: boolean;
  readonly canDeleteOrganization: boolean;
  /** The role of the owners of an organization. */
  readonly ownerRole: string;
  readonly hasTeams: boolean;
  readonly hasAdmin: boolean;
  /** What plugins of the server tell; undefined: not known. */
  readonly plugins: PluginOptions | undefined;
  /** Columns of the app and of plugins that users may set. */
  readonly userFields: PublicOptions["userFields"];
}

const useUnknown = (): { readonly data: null; readonly error: null } => ({ data: null, error: null });

/** What the server offers. Null until it is known. */
export const useOffers = (): Offers | null => useUI().offers;

/**
 * Reads what the server offers, unless `options` has it. Null until it is known; if the request fails, what the client
 * has plugins for.
 */
export function useReadOffers(client: FullClient, options: PublicOptions | null): Offers | null {
  const isAsked = options === null && "usePublicOptions" in client;
  const useOptions = isAsked ? client.usePublicOptions : useUnknown;
  const { data, error } = useOptions();
  const known = options ?? data;
  const isPending = isAsked && !known && !error;
  return useMemo(() => (isPending ? null : offersOf(client, known)), [isPending, client, known]);
}

/** Without options of the server: what every server has by default. */
const usual = { minPasswordLength: 8, maxPasswordLength: 128, signUp: true, resetPassword: true };

function offersOf(client: FullClient, options: PublicOptions | null): Offers {
  const has = (group: object | undefined, name: string): boolean => group !== undefined && name in group;
  // Without options of the server, each plugin of the client has a server half.
  const plugins: PluginOptions | undefined = options?.plugins;
  const isOffered = (name: keyof PluginOptions): boolean => !plugins || name in plugins;
  const password = options ? options.emailAndPassword : { ...usual, requireEmailVerification: false };
  const hasTwoFactor = has(client, "twoFactor") && isOffered("twoFactor");
  const hasOrganizations = has(client, "organization") && isOffered("organization");
  const { twoFactor, organization, social } = plugins ?? {};
  return {
    plugins,
    appName: options?.appName ?? null,
    password: password && { minLength: password.minPasswordLength, maxLength: password.maxPasswordLength },
    magicLink: (has(client.signIn, "magicLink") && plugins?.magicLink) || null,
    emailCode: (has(client.signIn, "emailOtp") && plugins?.emailOtp) || null,
    phone: (has(client, "phoneNumber") && plugins?.phoneNumber) || null,
    hasGuests: has(client.signIn, "anonymous") && isOffered("anonymous"),
    hasSeveralAccounts: has(client, "multiSession") && isOffered("multiSession"),
    canSignUp: password?.signUp ?? false,
    canResetPassword: password?.resetPassword ?? false,
    requiresEmailVerification: password?.requireEmailVerification ?? false,
    hasUsername: has(client.signIn, "username") && isOffered("username"),
    providers: has(client.signIn, "social") ? (options?.providers ?? []) : [],
    stepUpProviders: social?.stepUp ?? [],
    hasPasskey: has(client.signIn, "passkey") && isOffered("passkey"),
    hasTwoFactor,
    factorMethods: twoFactor?.methods ?? ["totp"],
    canRecover: twoFactor?.recovery ?? false,
    trustSeconds: twoFactor?.trustDeviceSeconds ?? null,
    canChangeEmail: options?.changeEmail ?? true,
    canDeleteUser: options?.deleteUser ?? true,
    hasOrganizations,
    canCreateOrganization: hasOrganizations && organization?.creation !== false,
    canDeleteOrganization: hasOrganizations && organization?.deletion !== false,
    ownerRole: organization?.creatorRole ?? "owner",
    hasTeams: hasOrganizations && isOffered("teams"),
    hasAdmin: has(client, "admin") && isOffered("admin"),
    userFields: options?.userFields ?? [],
  };
}
