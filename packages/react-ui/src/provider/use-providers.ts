import { useEffect } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useOffers } from "../offers.js";
import { useLinkQuery } from "../query.js";
import { provider as english } from "../texts/en/provider.js";
import { useTexts } from "../texts/use-texts.js";

/** The buttons of providers. */
export interface ProvidersState {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** The provider whose page is being opened; null: none. */
  readonly opening: string | null;
  /** Why the last attempt failed, also one that has returned from the provider's page; null: none failed. */
  readonly error: string | null;
  /** Leaves the page for that of the provider. */
  readonly start: (id: string) => void;
}

/** The query parameter with the provider that a failed attempt returns from. */
const providerName = "provider";

/** Sign-in with the providers that the server offers. `callbackURL`: the path after a success. */
export function useProviders({ callbackURL }: { readonly callbackURL: string }): ProvidersState {
  const { client } = useUI();
  const providers = useOffers()?.providers ?? [];
  const texts = useTexts("provider", english);
  const returned = useReturnError();
  const { busy, error, run, reset } = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reset` is the same work in each render.
  useEffect(() => {
    // After "back", the browser shows the page as it was: still busy.
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) reset();
    };
    addEventListener("pageshow", comeBack);
    return () => removeEventListener("pageshow", comeBack);
  }, []);

  function start(id: string): void {
    const here = new URLSearchParams(location.search);
    here.set(providerName, id);
    run(id, {
      leaves: true,
      errors: { SERVICE_UNAVAILABLE: texts.unavailable(nameOf(id)) },
      call: async () => {
        const errorCallbackURL = `${location.pathname}?${here}`;
        return (await client.signIn.social({ provider: id, callbackURL, errorCallbackURL })).error;
      },
    });
  }

  const nameOf = (id: string): string => providers.find((one) => one.id === id)?.name ?? id;
  return { providers, opening: busy, error: error ?? returned, start };
}

/** The sentence of the error with which a provider has redirected to this screen; null: no error. */
export function useReturnError(): string | null {
  const query = useLinkQuery();
  const offers = useOffers();
  const texts = useTexts("provider", english);
  const [code, id] = [query?.get("error") ?? null, query?.get(providerName) ?? null];
  // An error without a provider is of an email's link.
  if (code === null || id === null) return null;
  const name = offers?.providers.find((one) => one.id === id)?.name ?? texts.theProvider;
  const sentenceOf = Object.hasOwn(texts.codes, code) ? texts.codes[code] : undefined;
  // The URL can have any text: only a code is shown.
  const isCode = /^[a-z_]{1,64}$/i.test(code);
  const sentence = sentenceOf?.(name) ?? (isCode ? texts.otherCode(name, code) : texts.failed(name));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
