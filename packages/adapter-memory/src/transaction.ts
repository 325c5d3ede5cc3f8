import type { Release } from "./lock.js";
import type { Store } from "./store.js";
import type { Run } from "./verbs.js";
import { commit, type View } from "./view.js";

/** Shared by all verbs and transactions of an adapter. */
export interface Ground {
  readonly store: Store;
  readonly lock: () => Promise<Release>;
  readonly pause: () => Promise<void>;
}

/** Runs a reading step on committed rows, without waiting. */
export async function readAlone<T>(ground: Ground, step: (view: View) => T): Promise<T> {
  await ground.pause();
  const answer = step({ store: ground.store, changes: null });
  await ground.pause();
  return answer;
}

/** Runs a writing step as a transaction. A conflict writes no row, and is returned. */
export async function writeAlone<T>(ground: Ground, step: (view: View) => T): Promise<T> {
  await ground.pause();
  const release = await ground.lock();
  try {
    const view = openView(ground);
    const answer = step(view);
    commit(view);
    return answer;
  } finally {
    release();
    await ground.pause();
  }
}

/**
 * Runs `work` as the only writer, and commits all writes in a single step at the end. A thrown error rolls back all
 * writes.
 */
export async function transact<T>(ground: Ground, work: (run: Run, view: View) => Promise<T>): Promise<T> {
  const release = await ground.lock();
  const view = openView(ground);
  const run: Run = async (step) => {
    await ground.pause();
    try {
      return step(view);
    } finally {
      await ground.pause();
    }
  };
  try {
    const answer = await work(run, view);
    commit(view);
    return answer;
  } finally {
    release();
  }
}

const openView = ({ store }: Ground): View => ({ store, changes: new Map() });
