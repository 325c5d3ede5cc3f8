"use client";
import type { ActionError } from "@keyhold/core/actions";
import { useActionState } from "react";

interface Props {
  readonly title: string;
  readonly action: (last: unknown, form: FormData) => Promise<ActionError>;
  readonly children?: React.ReactNode;
}

export function Form({ title, action, children }: Props) {
  const [error, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit}>
      <h2>{title}</h2>
      {children}
      <label>
        Email <input name="email" type="email" autoComplete="email" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {error && <p role="alert">{error.message}</p>}
      <button type="submit" disabled={isPending}>
        {title}
      </button>
    </form>
  );
}
