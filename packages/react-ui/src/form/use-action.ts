import type { CallError } from "@keyhold/react";
import { useRef, useState } from "react";
import { useErrorText } from "../texts/use-error-text.js";
import { useLeft } from "./use-left.js";
import { useRestored } from "./use-restored.js";
import { useWait } from "./use-wait.js";

/** The state of a button that makes a call. */
export interface ActionState {
  /** The name of the running action; null: no action runs. */
  readonly busy: string | null;
  /** Why the last action failed; null: no failure. */
  readonly error: string | null;
  /** The text after the last success; null before. */
  readonly done: string | null;
  /** The remaining seconds of a rate limit. */
  readonly waitSeconds: number;
}

/** What `run` takes. */
export interface Action {
  readonly call: () => Promise<CallError | null>;
  /** The text after a success. */
  readonly done?: string;
  /** The action stays busy after a success, until the next screen is shown. */
  readonly leaves?: boolean;
  /** Texts of error codes, in place of the common texts. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** What `useAction` answers. */
export interface Actions extends ActionState {
  /** Runs an action, unless an action runs already. True after a success. */
  readonly run: (name: string, action: Action) => Promise<boolean>;
  /** Forgets the running action and the last result. */
  readonly reset: () => void;
}

/** Buttons that make calls, one at a time. */
export function useAction(): Actions {
  const sentenceOf = useErrorText();
  const [state, setState] = useState<Omit<ActionState, "waitSeconds">>({ busy: null, error: null, done: null });
  const [waitSeconds, wait] = useWait();
  const isRunning = useRef(false);
  useRestored(reset);
  const finish = useLeft(reset);

  function reset(): void {
    isRunning.current = false;
    setState({ busy: null, error: null, done: null });
  }

  async function run(name: string, { call, done, leaves, errors = {} }: Action): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ busy: name, error: null, done: null });
    let error: CallError | null;
    try {
      error = await call();
    } catch (thrown) {
      reset();
      throw thrown;
    }
    if (!error && leaves) {
      finish(null);
      return true;
    }
    isRunning.current = false;
    if (error?.status === 429) wait(error.retryAfterSeconds ?? 0);
    setState({
      busy: null,
      error: error && (errors[error.code] ?? sentenceOf(error)),
      done: error ? null : (done ?? null),
    });
    return !error;
  }

  return { ...state, waitSeconds, run, reset };
}
