import type { CallError } from "@keyhold/react";

/** A problem and the name of the field; null: the form as a whole. */
export interface FormError<Name extends string = string> {
  readonly field: Name | null;
  readonly text: string;
  /** Found by the last submit: the focus moves to the field. */
  readonly isNew?: boolean;
}

/** The field that each error code is about. Other codes are about the form as a whole. */
export type ErrorFields<Name extends string> = Readonly<Record<string, Name>>;

/** The code of a value that the server's validation refuses, with a message in English. */
const validationCode = "VALIDATION_ERROR";

/** What `explain` writes. */
export interface Sentences {
  /** The sentence of a code. */
  readonly of: (error: CallError) => string;
  /** In place of the English messages of the server's validation; "": the messages stay. */
  readonly notAccepted: string;
}

/** Converts the error of a call to problems of the form. */
export function explain<Name extends string>(
  error: CallError,
  names: readonly Name[],
  fields: ErrorFields<Name>,
  { of: sentenceOf, notAccepted }: Sentences,
): readonly FormError<Name>[] {
  const field = fields[error.code];
  if (field) return [{ field, text: sentenceOf(error) }];
  const inPlace = error.code === validationCode ? notAccepted : "";
  const issues = (error.issues ?? []).map(({ path, message }) => ({
    field: names.find((name) => name === lastPart(path)) ?? null,
    text: inPlace || message,
  }));
  return issues.length > 0 ? issues : [{ field: null, text: sentenceOf(error) }];
}

/** The name of a field without the path: "data.slug" is the field "slug". */
const lastPart = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
