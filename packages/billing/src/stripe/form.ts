/** A value of a request: objects and lists become names with brackets. Undefined is left out; null unsets a field. */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };

/** The parameters of a request. */
export interface FormFields {
  readonly [name: string]: FormValue;
}

/**
 * Parameters as Stripe reads them: `items[0][price]=…`.
 *
 * @see https://docs.stripe.com/api
 */
export function formOf(fields: FormFields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) append(form, name, value);
  return form;
}

function append(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === undefined) return;
  if (value === null) form.append(name, "");
  else if (typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner);
  } else form.append(name, String(value));
}
