import type { CallError } from "@keyhold/client";
import type { ReactNode } from "react";

/** What is wrong, and at which field it is said; null: at the form as a whole. */
export interface Problem {
  readonly field: string | null;
  readonly text: ReactNode;
}

/** Which code belongs to which field, in the words of this page. Only codes that the call can answer with compile. */
export type Places<Code extends string> = Readonly<Partial<Record<Code, Problem>>>;

/** A refusal of the server as what the person is told. */
export function explain<Code extends string>(error: CallError<Code>, places: Places<Code>): readonly Problem[] {
  const place = places[error.code as Code];
  if (place) return [place];
  if (error.issues?.length) return error.issues.map(({ path, message }) => ({ field: path, text: message }));
  if (error.code === "NETWORK_ERROR")
    return [whole("No connection to the server. What you typed is still here: try again.")];
  if (error.status === 503) return [whole("The server is busy right now. Try again in a moment.")];
  return [whole(`Something went wrong (${error.code}). Try again, or come back later.`)];
}

const whole = (text: string): Problem => ({ field: null, text });
