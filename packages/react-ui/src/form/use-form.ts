import type { CallError } from "@keyhold/react";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { changedFields, firstTexts } from "./changed-fields.js";
import { type ErrorFields, explain, type FormError } from "./form-error.js";
import type { FieldDeclaration, FieldState, FormState } from "./form-state.js";
import { useLeft } from "./use-left.js";
import { useRestored } from "./use-restored.js";
import { useSentences } from "./use-sentences.js";
import { useWait } from "./use-wait.js";

/** The texts of a form by field name. A checkbox is "on", or missing. */
export type Values<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What `useForm` takes. */
export interface FormDeclaration<Name extends string> {
  readonly fields: readonly FieldDeclaration<Name>[];
  /** Makes the call; answers the error. `changed`: the fields whose texts the user has changed. */
  readonly send: (values: Values<Name>, changed: readonly FieldDeclaration<Name>[]) => Promise<CallError | null>;
  /** The field that each error code of the call is about. */
  readonly errorFields?: ErrorFields<Name>;
  /** Texts of error codes, in place of the common texts. */
  readonly errorTexts?: Readonly<Record<string, string>>;
  /** Problems before the call, beside empty fields. */
  readonly check?: (values: Values<Name>) => readonly FormError<Name>[];
  /**
   * The form stays after a success. Default false: the form stays busy until the next screen is shown. Read after the
   * call, so that a getter can depend on the answer.
   */
  readonly staysAfterSuccess?: boolean;
  /** The fields get their first values back after a success, e.g. to enter the next item. */
  readonly clearsAfterSuccess?: boolean;
}

/**
 * The state of a form that sends all fields by one call. Fields are not controlled: a password manager, and a user who
 * types before React has started, fill them in the page. Double submits are ignored, and the focus moves to the first
 * problem.
 *
 * @example
 * const form = useForm({ fields: [{ name: "email", label: "Email" }], send: async ({ email = "" }) => (await client.requestPasswordReset({ email })).error });
 * <form {...form.formProps}><input {...form.field("email").inputProps} /></form>
 */
export function useForm<Name extends string>(declaration: FormDeclaration<Name>): FormState<Name> {
  const { fields, send, errorFields = {}, errorTexts = {}, check } = declaration;
  const id = useId();
  const sentences = useSentences(errorTexts);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [waitSeconds, wait] = useWait();
  const element = useRef<HTMLFormElement>(null);
  const { errors, show, forget } = useErrors<Name>(element);
  const shown = useShown(element, fields);
  // Not the state: two submits may come before the next render.
  const isSending = useRef(false);
  useRestored(rest);
  const finish = useLeft(rest);

  function rest(): void {
    isSending.current = false;
    setBusy(false);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending.current || waitSeconds > 0) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Values<Name>;
    const wrong = [...emptyFields(fields, values), ...(check?.(values) ?? [])];
    setDone(false);
    if (wrong.length > 0) return show(wrong);

    isSending.current = true;
    setBusy(true);
    const changed = changedFields(fields, values, shown.current ?? undefined);
    const error = await send(values, changed).catch((thrown: unknown) => {
      rest();
      throw thrown;
    });
    const { clearsAfterSuccess, staysAfterSuccess = clearsAfterSuccess } = declaration;
    if (!error && !staysAfterSuccess) return finish(form);
    rest();
    if (!error) {
      if (clearsAfterSuccess) form.reset();
      else shown.current = values;
      show([]);
      setDone(true);
      return;
    }
    if (error.status === 429) wait(error.retryAfterSeconds ?? 0);
    show(explain(error, namesOf(fields), errorFields, sentences));
  }

  /** Removes the problem of a field while the user edits it. */
  function edit({ target }: FormEvent<HTMLFormElement>): void {
    setDone(false);
    forget((target as HTMLInputElement).name);
  }

  const handlers = { onSubmit: submit, onInput: edit };
  const formProps = { ref: element, method: "post", noValidate: true, "aria-busy": isBusy, ...handlers } as const;
  return { ...viewOf(fields, id, errors), isBusy, waitSeconds, isDone, forget, formProps };
}

/** The texts that the form shows without a change of the user. */
function useShown<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly FieldDeclaration<Name>[],
): RefObject<Values<Name> | null> {
  const shown = useRef<Values<Name> | null>(null);
  useEffect(() => {
    if (!form.current) shown.current = null;
    else shown.current ??= firstTexts(fields) as Values<Name>;
  });
  return shown;
}

const namesOf = <Name extends string>(fields: readonly FieldDeclaration<Name>[]): readonly Name[] =>
  fields.map(({ name }) => name);

interface Errors<Name extends string> {
  readonly errors: readonly FormError<Name>[];
  /** Shows the problems of a submit. The focus moves to the first problem. */
  readonly show: (found: readonly FormError<Name>[]) => void;
  /** Removes the problem of a field, and the problem of the form as a whole. */
  readonly forget: (name: string) => void;
}

function useErrors<Name extends string>(form: RefObject<HTMLFormElement | null>): Errors<Name> {
  const [errors, setErrors] = useState<readonly FormError<Name>[]>([]);
  // Errors are a new list for each submit, also with equal texts.
  useEffect(() => {
    if (errors.some(({ isNew }) => isNew)) focusProblem(form.current);
  }, [errors, form]);
  return {
    errors,
    show: (found) => setErrors(found.map((one) => ({ ...one, isNew: true }))),
    forget: (name) =>
      // Without a problem the list is not replaced: a key press renders no screen.
      setErrors((now) =>
        now.length === 0
          ? now
          : now.filter(({ field }) => field !== name && field !== null).map((one) => ({ ...one, isNew: false })),
      ),
  };
}

/** The part of the state that comes from the errors. */
function viewOf<Name extends string>(
  declared: readonly FieldDeclaration<Name>[],
  id: string,
  errors: readonly FormError<Name>[],
): Pick<FormState<Name>, "fields" | "field" | "error" | "summaryProps"> {
  const fields = declared.map((field) => stateOf(field, id, errors));
  return {
    fields,
    field(name) {
      const state = fields.find((one) => one.name === name);
      if (!state) throw new Error(`The form has no field ${name}.`);
      return state;
    },
    error: errors.find(({ field }) => field === null)?.text ?? null,
    summaryProps: { tabIndex: -1, "data-summary": true },
  };
}

function focusProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true], [data-summary]")?.focus();
}

const emptyFields = <Name extends string>(
  fields: readonly FieldDeclaration<Name>[],
  values: Values<Name>,
): readonly FormError<Name>[] =>
  fields.flatMap(({ name, empty }) => (empty && !values[name]?.trim() ? [{ field: name, text: empty }] : []));

function stateOf<Name extends string>(
  field: FieldDeclaration<Name>,
  formId: string,
  errors: readonly FormError<Name>[],
): FieldState<Name> {
  const { name, kind = "text", hint, liveHint, empty, input } = field;
  const id = `${formId}${name}`;
  const error = errors.find((one) => one.field === name)?.text ?? null;
  const isRequired = empty !== undefined;
  return {
    ...field,
    isRequired,
    error,
    inputProps: {
      type: kind,
      ...input,
      id,
      name,
      required: isRequired,
      "aria-invalid": error !== null,
      "aria-describedby": hint ? `${id}-error ${id}-hint` : `${id}-error`,
    },
    errorProps: { id: `${id}-error`, "aria-live": "polite" },
    hintProps: { id: `${id}-hint`, ...(liveHint && { "aria-live": "polite" as const }) },
  };
}
