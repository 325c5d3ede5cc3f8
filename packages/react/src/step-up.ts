import type { OnStepUp, StepUpNeed } from "@keyhold/client";
import { useSyncExternalStore } from "react";

/** The state of `useStepUp`. */
export interface StepUpState {
  /** What the user must prove now: show a form for one of `need.methods`. Null: no call waits. */
  readonly need: StepUpNeed | null;
  /** The session has the proof: the waiting calls are sent again. */
  readonly finish: () => void;
  /** The user does not want to: the waiting calls fail with their errors. */
  readonly cancel: () => void;
}

interface StepUpPrompt {
  readonly onStepUp: OnStepUp;
  readonly useStepUp: () => StepUpState;
}

/** Connects the calls of a client with the component that asks the user. Without such a component the calls fail. */
export function createStepUpPrompt(): StepUpPrompt {
  const listeners = new Set<() => void>();
  let settle: ((isProven: boolean) => void) | null = null;

  function show(need: StepUpNeed | null): void {
    state = { ...state, need };
    for (const listener of listeners) listener();
  }

  function close(isProven: boolean): void {
    const waiting = settle;
    settle = null;
    show(null);
    waiting?.(isProven);
  }

  let state: StepUpState = { need: null, finish: () => close(true), cancel: () => close(false) };
  const idle = state;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The component that asks is gone: no call waits for ever.
      if (listeners.size === 0 && settle) close(false);
    };
  }

  const get = (): StepUpState => state;
  const getInitial = (): StepUpState => idle;
  return {
    onStepUp(need) {
      // Without a method the user must enrol one first.
      if (listeners.size === 0 || need.methods.length === 0) return false;
      return new Promise((resolve) => {
        settle = resolve;
        show(need);
      });
    },
    useStepUp: () => useSyncExternalStore(subscribe, get, getInitial),
  };
}
