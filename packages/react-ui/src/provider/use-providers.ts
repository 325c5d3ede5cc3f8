import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { useLinkQuery } from "../query.js";
import type { SignInInput } from "../sign-in/use-sign-in.js";
import { provider as english } from "../texts/en/provider.js";
import { useTexts } from "../texts/use-texts.js";
import { useLeaving } from "./use-leaving.js";

/** The buttons of providers. */
export interface ProvidersState {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** The id of the provider while the provider's page is being opened; null: the user stays. */
  readonly opening: string | null;
  /** Why the last attempt failed, also after a return from the provider's page; null: no failure. */
  readonly error: string | null;
  /** Leaves for the page of the provider. */
  readonly start: (id: string) => void;
}

/** Options of `useProviders`. */
export interface ProvidersOptions {
  /** The path after a success. */
  readonly callbackURL: string;
  /** The path after a failure. Default: the path of the present screen, with the query. */
  readonly errorPath?: string | undefined;
  /** Only these providers, and only errors of this screen. Default: all that the server offers. */
  readonly ids?: readonly string[] | undefined;
  /** Ids of providers that give a proof in the open session, in place of a new sign-in. Default: none. */
  readonly stepUpIds?: readonly string[] | undefined;
  /** More of the input of a sign-in, read at a click. */
  readonly input?: SignInInput | undefined;
}

/** The query parameter with the provider that a failed attempt returns from. */
export const providerName = "provider";

/** Sign-in, or a proof of the signed-in user, with the providers that the server offers. */
export function useProviders({ callbackURL, errorPath, ids, stepUpIds = [], input }: ProvidersOptions): ProvidersState {
  const { client } = useUI();
  const offered = useOffers()?.providers ?? [];
  const returned = useReturnError();
  const { opening, error, leave } = useLeaving();

  function start(id: string): void {
    const here = new URL(errorPath ?? location.href, location.origin);
    here.searchParams.set(providerName, id);
    const errorCallbackURL = here.pathname + here.search;
    const call = stepUpIds.includes(id) ? client.stepUp.social : client.signIn.social;
    leave(id, async () => (await call({ provider: id, callbackURL, errorCallbackURL, ...input })).error);
  }

  const providers = ids ? offered.filter(({ id }) => ids.includes(id)) : offered;
  return { providers, opening, error: error ?? (ids ? null : returned), start };
}

/** The sentence of the error with which a provider has redirected to this screen; null: no error. */
export function useReturnError(): string | null {
  const query = useLinkQuery();
  const offers = useOffers();
  const texts = useTexts("provider", english);
  const code = query?.get("error");
  const id = query?.get(providerName) ?? null;
  // An error without a provider is of an email's link. An unknown provider is empty.
  if (!code || id === null) return null;
  const name = offers?.providers.find((one) => one.id === id)?.name ?? texts.theProvider;
  const sentenceOf = Object.hasOwn(texts.codes, code) ? texts.codes[code] : undefined;
  // The URL can have any text: only a code is shown.
  const isCode = /^[a-z_]{1,64}$/i.test(code);
  const sentence = sentenceOf?.(name) ?? (isCode ? texts.otherCode(name, code) : texts.failed(name));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
