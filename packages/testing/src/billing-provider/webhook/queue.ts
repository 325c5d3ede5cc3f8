import type { Store } from "../data/store.js";
import type { ProviderTime } from "../data/time.js";
import { attempt } from "./attempt.js";
import { type DeliverSettings, shuffled } from "./deliver-options.js";
import type { Signer } from "./send.js";
import type { DeliveryAttempt, StoredEvent } from "./stored-event.js";

/** The events on their way to the app. */
export interface WebhookQueue {
  deliver: DeliverSettings;
  /**
   * Keeps an event. It is sent by the next `run`, if there is an endpoint that is switched on. `body`: a function if the
   * body has the id of the event.
   */
  add(type: string, body: string | ((id: string) => string)): void;
  /** Sends all events that are due. */
  run(): Promise<void>;
  /** When the next event is due, in milliseconds since 1970. */
  nextDueAt(): number | null;
  /** Sends an event once more, with its id. Throws without an endpoint. */
  redeliver(id: string): Promise<DeliveryAttempt>;
}

const maxTries = 10;
const firstPauseSeconds = 10;
const maxPauseSeconds = 20 * 60;

interface QueueOptions {
  readonly store: Store;
  readonly time: ProviderTime;
  readonly deliver: DeliverSettings;
  readonly timeoutSeconds: number;
  readonly sign: Signer;
}

export function createQueue(options: QueueOptions): WebhookQueue {
  const { store, time, deliver } = options;
  const { endpoint, events } = store.data;
  const isDue = ({ dueAt }: StoredEvent): boolean => dueAt !== null && dueAt <= time.now().getTime();

  const sendDue = async (): Promise<void> => {
    const { order, random } = queue.deliver;
    const rounds = roundsOf(events.filter(isDue), queue.deliver);
    if (order === "at-once") await Promise.all(rounds.map((event) => trySending(options, event)));
    else for (const event of order === "shuffled" ? shuffled(rounds, random) : rounds) await trySending(options, event);
  };

  let running = Promise.resolve();
  const queue: WebhookQueue = {
    deliver,
    add: (type, body) => {
      const canSend = endpoint.url !== null && endpoint.isEnabled;
      const fate = { state: canSend ? "pending" : "unsent", dueAt: canSend ? time.now().getTime() : null } as const;
      const id = store.random.id();
      const text = typeof body === "string" ? body : body(id);
      events.push({ id, type, createdAt: time.stamp(), body: text, ...fate, attempts: [] });
    },
    run: () => {
      running = running.then(async () => {
        while (endpoint.url !== null && endpoint.isEnabled && events.some(isDue)) await sendDue();
      });
      return running;
    },
    nextDueAt: () => {
      const due = events.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]));
      return due.length === 0 ? null : Math.min(...due);
    },
    redeliver: (id) => {
      const redelivery = running.then(() => sendAgain(options, id));
      running = redelivery.then(ignore, ignore);
      return redelivery;
    },
  };
  return queue;
}

/** The events to send: without the dropped events, and each as often as `duplicates` says. */
function roundsOf(due: readonly StoredEvent[], { drop, duplicates, random }: DeliverSettings): readonly StoredEvent[] {
  const dropped = due.filter(({ attempts }) => drop > 0 && attempts.length === 0 && random.fraction() < drop);
  for (const event of dropped) Object.assign(event, { state: "dropped", dueAt: null });
  const sent = due.filter((event) => !dropped.includes(event));
  return Array.from({ length: duplicates + 1 }, () => sent).flat();
}

async function trySending({ store, time, timeoutSeconds, sign }: QueueOptions, event: StoredEvent): Promise<void> {
  const { url, isEnabled } = store.data.endpoint;
  if (url === null || !isEnabled) return;
  const { isAccepted } = await attempt(store.data, event, { url, time, timeoutSeconds, sign });
  if (isAccepted) Object.assign(event, { state: "delivered", dueAt: null });
  else if (event.state === "pending") Object.assign(event, nextTry(event, time.now()));
}

async function sendAgain({ store, time, timeoutSeconds, sign }: QueueOptions, id: string): Promise<DeliveryAttempt> {
  const { events, endpoint } = store.data;
  const event = events.find((candidate) => candidate.id === id);
  if (!event) throw new Error(`There is no event ${id}.`);
  if (endpoint.url === null) throw new Error("There is no endpoint: call `sendWebhooksTo` first.");
  const delivery = await attempt(store.data, event, { url: endpoint.url, time, timeoutSeconds, sign });
  if (delivery.isAccepted) Object.assign(event, { state: "delivered", dueAt: null });
  return delivery;
}

const ignore = (): void => undefined;

function nextTry({ attempts }: StoredEvent, now: Date): Pick<StoredEvent, "state" | "dueAt"> {
  if (attempts.length >= maxTries) return { state: "failed", dueAt: null };
  const pauseSeconds = Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** (attempts.length - 1));
  return { state: "pending", dueAt: now.getTime() + pauseSeconds * 1000 };
}
