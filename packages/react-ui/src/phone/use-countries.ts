import { useMemo, useSyncExternalStore } from "react";
import { useUI } from "../context.js";
import type { FieldOption } from "../form/form-state.js";

/** Countries for a choice. */
export interface Countries {
  /** ISO 3166-1 codes with names in the language of the texts: those of the browser's languages first. */
  readonly options: readonly FieldOption[];
  /** How many of the options are of the browser's languages. */
  readonly own: number;
}

const listen = (): (() => void) => () => {};
const languages = (): string => navigator.languages.join();
const unknown = (): null => null;

/** The country of a language, e.g. "AT" of "de-AT" and "DE" of "de"; undefined: no language that is known. */
function countryOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    // A browser may have a name of a language that is not of BCP 47, e.g. of POSIX.
    return undefined;
  }
}

/** The countries by their names. Null: the languages of the browser are not known yet, in HTML of a server. */
export function useCountries(codes: readonly string[]): Countries | null {
  const { locale } = useUI();
  const text = useSyncExternalStore(listen, languages, unknown);
  return useMemo(() => {
    if (text === null) return null;
    const names = new Intl.DisplayNames(locale, { type: "region" });
    const { compare } = new Intl.Collator(locale);
    const isListed = (code: string | undefined): code is string => code !== undefined && codes.includes(code);
    const first = [...new Set(text.split(",").map(countryOf).filter(isListed))];
    const optionOf = (value: string): FieldOption => ({ value, label: names.of(value) ?? value });
    const others = codes.filter((code) => !first.includes(code)).map(optionOf);
    others.sort((one, other) => compare(one.label, other.label));
    return { options: [...first.map(optionOf), ...others], own: first.length };
  }, [text, locale, codes]);
}
