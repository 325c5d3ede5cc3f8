import type { CallError } from "@keyhold/client";
import { createContext, type FormEvent, Fragment, type ReactNode, useContext, useState } from "react";
import { flushSync } from "react-dom";
import { Busy } from "./Busy.tsx";
import { explain, type FormError, type Places } from "./form-error.ts";
import { useWait } from "./use-wait.ts";

const FormErrors = createContext<readonly FormError[]>([]);

/** The problem of a field, or null. */
export const useFormError = (field: string): ReactNode =>
  useContext(FormErrors).find((problem) => problem.field === field)?.text ?? null;

export type Values = Readonly<Record<string, string>>;

interface FormProps<Code extends string> {
  /** Makes the call; answers its error. */
  readonly send: (values: Values) => Promise<CallError<Code> | null>;
  /** The field of each error of that call. */
  readonly places: Places<NoInfer<Code>>;
  /** Problems before the call, besides empty fields. */
  readonly check?: (values: Values) => readonly FormError[];
  readonly submit: string;
  readonly busy: string;
  readonly kind?: "primary" | "quiet" | "danger";
  /** The text after a success, if the screen stays. Without it the form stays busy until the screen is replaced. */
  readonly done?: string;
  /** Clears the fields after a success, for secrets. */
  readonly isCleared?: boolean;
  readonly children: ReactNode;
}

/** A form that sends its fields, and shows each problem at its field. */
export function Form<Code extends string>(props: FormProps<Code>) {
  const { send, places, check, submit, busy, kind, done, isCleared, children } = props;
  const [problems, setFormErrors] = useState<readonly FormError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [successes, setSuccesses] = useState(0);
  const [isDone, setDone] = useState(false);
  const [waitSeconds, wait] = useWait();
  const summary = problems.find(({ field }) => field === null);

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy || waitSeconds > 0) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Values;
    const empty = emptyFields(form);
    const wrong = empty.length > 0 ? empty : (check?.(values) ?? []);
    setDone(false);
    if (wrong.length > 0) return show(form, wrong);

    setBusy(true);
    const error = await send(values);
    if (!error && done === undefined) return;
    setBusy(false);
    if (!error) return celebrate();
    if (error.status === 429) wait(error.retryAfterSeconds ?? 0);
    show(form, explain(error, places));
  }

  function show(form: HTMLFormElement, found: readonly FormError[]): void {
    flushSync(() => setFormErrors(found));
    form.querySelector<HTMLElement>("[aria-invalid=true], .summary")?.focus();
  }

  function celebrate(): void {
    setFormErrors([]);
    setDone(true);
    setSuccesses((now) => now + 1);
  }

  /** Removes the problem of a field while the user edits it. */
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const { name } = target as HTMLInputElement;
    setDone(false);
    setFormErrors((now) => now.filter(({ field }) => field !== name && field !== null));
  }

  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={onSubmit} onInput={onInput}>
      <FormErrors value={problems}>
        <Fragment key={isCleared ? successes : 0}>{children}</Fragment>
      </FormErrors>
      <div role="alert">
        {summary && (
          <p className="summary" tabIndex={-1}>
            {summary.text}
          </p>
        )}
      </div>
      <Busy
        isBusy={isBusy}
        label={summary ? "Try again" : submit}
        busy={busy}
        waitSeconds={waitSeconds}
        {...(kind && { kind })}
      />
      {done !== undefined && (
        <p className="result" role="status">
          {isDone && done}
        </p>
      )}
    </form>
  );
}

/** The attribute `data-empty` has the problem of an empty field. */
function emptyFields(form: HTMLFormElement): readonly FormError[] {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  return inputs
    .filter((input) => input.validity.valueMissing)
    .map((input) => ({ field: input.name, text: input.dataset.empty ?? "Please fill this in." }));
}
