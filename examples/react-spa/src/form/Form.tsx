import type { CallError } from "@keyhold/client";
import { createContext, type FormEvent, type ReactNode, useContext, useState } from "react";
import { flushSync } from "react-dom";
import { Busy } from "./Busy.tsx";
import { explain, type Places, type Problem } from "./problem.ts";

const Problems = createContext<readonly Problem[]>([]);

/** What is wrong with a field, if anything is. */
export const useProblem = (field: string): ReactNode =>
  useContext(Problems).find((problem) => problem.field === field)?.text ?? null;

export type Values = Readonly<Record<string, string>>;

interface FormProps<Code extends string> {
  /** Makes the call; answers with its error. */
  readonly send: (values: Values) => Promise<CallError<Code> | null>;
  /** Where each error of that call is shown. */
  readonly places: Places<NoInfer<Code>>;
  readonly submit: string;
  readonly busy: string;
  readonly children: ReactNode;
}

/** Sends its fields, and shows in place what is wrong with them. */
export function Form<Code extends string>({ send, places, submit, busy, children }: FormProps<Code>) {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const summary = problems.find(({ field }) => field === null);

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const empty = emptyFields(form);
    if (empty.length > 0) return show(form, empty);

    setBusy(true);
    const error = await send(Object.fromEntries(new FormData(form)) as Values);
    // After a success the session changes, and with it the screen: until then the form stays busy.
    if (!error) return;
    setBusy(false);
    show(form, explain(error, places));
  }

  function show(form: HTMLFormElement, found: readonly Problem[]): void {
    flushSync(() => setProblems(found));
    form.querySelector<HTMLElement>("[aria-invalid=true], .summary")?.focus();
  }

  /** What is being mended is no longer complained about. */
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const { name } = target as HTMLInputElement;
    setProblems((now) => now.filter(({ field }) => field !== name && field !== null));
  }

  return (
    <form className="form" noValidate aria-busy={isBusy} onSubmit={onSubmit} onInput={onInput}>
      <Problems value={problems}>{children}</Problems>
      <div role="alert">
        {summary && (
          <p className="summary" tabIndex={-1}>
            {summary.text}
          </p>
        )}
      </div>
      <Busy isBusy={isBusy} label={summary ? "Try again" : submit} busy={busy} />
    </form>
  );
}

/** A field says by `data-empty` what is missing without it. */
function emptyFields(form: HTMLFormElement): readonly Problem[] {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  return inputs
    .filter((input) => input.validity.valueMissing)
    .map((input) => ({ field: input.name, text: input.dataset.empty ?? "Please fill this in." }));
}
