import type { Answer } from "@keyhold/client";
import type { AppFlow } from "./flow.js";

/** A flow that waits for the browser. */
export interface Round {
  /** Set when the flow has begun. */
  flow: AppFlow | null;
  readonly isEnded: () => boolean;
  /** Ends the round. The first answer counts, and a later call does nothing. */
  end(answer: Answer<object> | Promise<Answer<object>>): void;
  readonly answer: Promise<Answer<object>>;
}

export function openRound(): Round {
  let isEnded = false;
  let resolve: (answer: Answer<object> | Promise<Answer<object>>) => void = () => undefined;
  const answer = new Promise<Answer<object>>((resolveAnswer) => {
    resolve = resolveAnswer;
  });
  return {
    flow: null,
    isEnded: () => isEnded,
    end(given) {
      isEnded = true;
      resolve(given);
    },
    answer,
  };
}

/** Resolves after the time, or when the round has ended. */
export function isOver({ answer }: Round, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void answer.finally(() => resolve(clearTimeout(timer)));
  });
}
