import type { ListedAccount } from "@keyhold/react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { useOffers } from "../offers.js";
import { usePasskeyList } from "../passkey/use-passkeys.js";
import { useLeaving } from "../provider/use-leaving.js";
import { providerName } from "../provider/use-providers.js";
import { useLinkQuery } from "../query.js";
import { methods as english } from "../texts/en/methods.js";
import { useTexts } from "../texts/use-texts.js";
import { isPassword, useAccounts } from "../user/use-accounts.js";

/** A password, or a linked account of a provider. */
export interface SignInMethod {
  readonly id: string;
  readonly providerId: string;
  readonly name: string;
  readonly isPassword: boolean;
  readonly createdAt: Date;
}

/** The state of the section of sign-in methods. `busy`, `error` and `done` are of `unlink`. */
export interface SignInMethodsState extends Pick<ActionState, "busy" | "error" | "done"> {
  readonly loading: Loading;
  readonly linked: readonly SignInMethod[];
  /** Further providers, to link. */
  readonly unlinked: readonly { readonly id: string; readonly name: string }[];
  /** The server has passwords, and the user does not have one. */
  readonly lacksPassword: boolean;
  /** False: the only method must stay. */
  readonly canUnlink: boolean;
  /** True after a success. */
  readonly unlink: (method: SignInMethod) => Promise<boolean>;
  /** Leaves for the page of a provider, which redirects to this screen. */
  readonly link: (id: string) => void;
  /** The id of the provider while the provider's page is being opened; null: the user stays. */
  readonly opening: string | null;
  /** Why the last attempt to link failed; null: no failure. */
  readonly linkError: string | null;
}

/** The query parameter with the linked provider. */
const linkedName = "linked";

/**
 * The state and the handlers of a user's sign-in methods, without markup.
 *
 * @example const { linked, unlinked, link, unlink } = useSignInMethods();
 */
export function useSignInMethods(): SignInMethodsState {
  const { client, paths } = useUI();
  const offers = useOffers();
  const texts = useTexts("methods", english);
  const accounts = useAccounts();
  const passkeys = usePasskeyList();
  const query = useLinkQuery();
  const { opening, error: linkError, leave } = useLeaving();
  const { busy, error, done, run } = useAction();
  const providers = offers?.providers ?? [];
  const nameOf = (id: string): string => providers.find((one) => one.id === id)?.name ?? id;
  const methodOf = (account: ListedAccount): SignInMethod => ({
    id: account.id,
    providerId: account.providerId,
    name: isPassword(account) ? texts.password : nameOf(account.providerId),
    isPassword: isPassword(account),
    createdAt: account.createdAt,
  });
  const linked = (accounts.data ?? []).map(methodOf);
  const has = (id: string): boolean => linked.some(({ providerId }) => providerId === id);
  const justLinked = query?.get(linkedName) ?? null;
  const isJustLinked = justLinked !== null && has(justLinked) && busy === null && error === null;

  function link(provider: string): void {
    const here = `${paths.account}/sign-in`;
    leave(provider, async () => {
      const callbackURL = `${here}?${new URLSearchParams({ [linkedName]: provider })}`;
      const errorCallbackURL = `${here}?${new URLSearchParams({ [providerName]: provider })}`;
      return (await client.linkSocial({ provider, callbackURL, errorCallbackURL })).error;
    });
  }

  return {
    loading: useLoading(accounts),
    linked,
    unlinked: providers.filter(({ id }) => !has(id)),
    lacksPassword: offers?.password != null && !linked.some((method) => method.isPassword),
    canUnlink: linked.length + (passkeys.data?.length ?? 0) > 1,
    busy,
    error,
    done: done ?? (isJustLinked ? texts.isLinked(nameOf(justLinked)) : null),
    unlink: ({ id, name }) =>
      run(id, {
        call: async () => (await client.unlinkAccount({ accountId: id })).error,
        done: texts.unlinked(name),
        errors: { ACCOUNT_NOT_FOUND: texts.unlinkedBefore },
      }),
    link,
    opening,
    linkError,
  };
}
