import type { OnStepUp, StepUpNeed } from "@keyhold/client";
import { useSyncExternalStore } from "react";

/** The state of `useStepUp`. */
export interface StepUpState {
  /**
   * What the user must prove now: show a form for one of `need.methods`. With no method the user can sign in again. Null: no
   * call waits.
   */
  readonly need: StepUpNeed | null;
  /** The session has the proof: the waiting calls are sent again. */
  readonly finish: () => void;
  /** The user does not want to: the waiting calls fail with their errors. */
  readonly cancel: () => void;
}

/** The two ends of a step-up: of the client, and of the component that asks. */
export interface StepUp {
  /** The option of `createAuthClient`. */
  readonly onStepUp: OnStepUp;
  /** What the user must prove before the waiting calls can go on. */
  readonly useStepUp: () => StepUpState;
}

/**
 * Connects the calls of a client with the component that asks the user: while that component is mounted, calls that
 * need a recent proof wait for its `finish` or `cancel`. Without such a component they fail.
 *
 * @example
 * export const { onStepUp, useStepUp } = createStepUp();
 * export const authClient = createAuthClient({ onStepUp });
 */
export function createStepUp(): StepUp {
  const listeners = new Set<() => void>();
  let waiting: ((isProven: boolean) => void)[] = [];

  function show(need: StepUpNeed | null): void {
    state = { ...state, need };
    for (const listener of listeners) listener();
  }

  function close(isProven: boolean): void {
    const settled = waiting;
    waiting = [];
    show(null);
    for (const settle of settled) settle(isProven);
  }

  let state: StepUpState = { need: null, finish: () => close(true), cancel: () => close(false) };
  const idle = state;

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The component that asks is gone: no call waits for ever.
      if (listeners.size === 0 && waiting.length > 0) close(false);
    };
  }

  const get = (): StepUpState => state;
  const getInitial = (): StepUpState => idle;
  return {
    onStepUp(need) {
      // Without a method the user can only sign in again, or must first enrol a second factor.
      if (listeners.size === 0 || (need.methods.length === 0 && need.factors === 2)) return false;
      return new Promise((resolve) => {
        waiting.push(resolve);
        // A single form for all waiting calls: the form that proves most.
        if (!state.need || need.factors > state.need.factors) show(need);
      });
    },
    useStepUp: () => useSyncExternalStore(subscribe, get, getInitial),
  };
}
