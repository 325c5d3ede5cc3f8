import { errors as english } from "../texts/en/errors.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import type { Sentences } from "./form-error.js";

/** The sentences of a form about errors. `own`: texts of error codes, in place of the common texts. */
export function useSentences(own: Readonly<Record<string, string>>): Sentences {
  const sentenceOf = useErrorText();
  const { notAccepted } = useTexts("errors", english);
  return { of: (error) => own[error.code] ?? sentenceOf(error), notAccepted };
}
