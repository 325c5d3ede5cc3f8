/** An event of the provider, and its deliveries. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  /** The body of each delivery. */
  readonly body: string;
  /** "unsent": there was no endpoint, or the endpoint was switched off. */
  state: "pending" | "delivered" | "failed" | "dropped" | "unsent";
  /** When the next try is due, in milliseconds since 1970; null: no further try. */
  dueAt: number | null;
  readonly attempts: DeliveryAttempt[];
}

/** A try to deliver an event. */
export interface DeliveryAttempt {
  readonly eventId: string;
  readonly type: string;
  /** The place among all tries, from 1. */
  readonly number: number;
  /** The place among the tries of the event, from 1. */
  readonly attempt: number;
  readonly sentAt: string;
  /** Null: no answer within the timeout. */
  readonly status: number | null;
  /** The beginning of the body of the answer, or the error of the connection. */
  readonly answer: string;
  readonly isAccepted: boolean;
}

/** The address that gets events. */
export interface Endpoint {
  url: string | null;
  /** False after ten failed deliveries in sequence. */
  isEnabled: boolean;
  failuresInSequence: number;
  /** Of all events. */
  tries: number;
}
