import { type Answer, type Asked, listen } from "../identity-provider/server.js";
import { type ProviderData, saveData } from "./data/store.js";
import type { Desk } from "./desk.js";
import { respondToBrowser } from "./pages/respond-to-browser.js";
import { type Api, respondToApi } from "./respond.js";
import { nextDueAt, settle } from "./sales/periods.js";

/** A provider that answers requests. */
export interface Running {
  readonly desk: Desk;
  /** Does what a person or a test does: after what is due, and before the deliveries. */
  act<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Waits for the deliveries that are due. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

/** Where a provider listens, and the file of its data. */
export interface Place {
  readonly port: number;
  readonly file: string | undefined;
}

/** How long a change waits to be written to the file. */
const saveMilliseconds = 100;

/** The longest timeout of the platform is 2^31 - 1 milliseconds. */
const maxTimerMilliseconds = 3_600_000;

export async function run(parts: Omit<Desk, "origin">, api: Omit<Api, "desk">, place: Place): Promise<Running> {
  let desk: Desk = { ...parts, origin: "" };
  let timer: NodeJS.Timeout | undefined;
  const { save, saveSoon } = savingTo(place.file, parts.store.data);

  const deliver = async (): Promise<void> => {
    saveSoon();
    await desk.queue.run();
    saveSoon();
    schedule();
  };
  // With a clock that runs, periods end and deliveries are repeated without a request.
  const schedule = (): void => {
    clearTimeout(timer);
    const at = desk.time.isRunning ? nextDueAt(desk) : null;
    if (at === null) return;
    const milliseconds = Math.min(maxTimerMilliseconds, Math.max(0, at - desk.time.now().getTime()));
    timer = setTimeout(() => void wake(), milliseconds);
    timer.unref();
  };
  const wake = (): Promise<void> => {
    settle(desk);
    return deliver();
  };
  const respond = async (asked: Asked): Promise<Answer | null> => {
    settle(desk);
    const answer = await (asked.url.pathname.startsWith("/v1/")
      ? respondToApi({ ...api, desk }, asked)
      : respondToBrowser(desk, asked));
    void deliver();
    return answer;
  };

  // A file that cannot be written is an error at the start.
  saveData(place.file, parts.store.data);
  const { origin, stop } = await listen(place.port, respond);
  desk = { ...parts, origin };
  schedule();
  return {
    desk,
    act: async (work) => {
      settle(desk);
      const result = await work();
      await deliver();
      return result;
    },
    deliver,
    stop: async () => {
      clearTimeout(timer);
      await stop();
      save();
    },
  };
}

/** The whole file is written, so many changes share a write. */
function savingTo(file: string | undefined, data: ProviderData) {
  let saving: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(saving);
    saving = undefined;
    saveData(file, data);
  };
  const saveSoon = (): void => {
    saving ??= setTimeout(save, saveMilliseconds);
  };
  return { save, saveSoon };
}
