import { createRandom, type Random } from "../data/random.js";

/** How events reach the app, for tests of an app that must not depend on the order or the number of deliveries. */
export interface DeliverOptions {
  /** The order of the events that are due together: as they happened, shuffled, or all at once. */
  readonly order?: "as-sent" | "shuffled" | "at-once";
  /** How often each event is sent again with its id, although the app has accepted the event. */
  readonly duplicates?: number;
  /** The share of events that are never sent, from 0 to 1. */
  readonly drop?: number;
  /** Whether half of the events hold older versions of the entities within their entity. */
  readonly stale?: boolean;
  /** Determines the order, the dropped events and the stale events. Default: the seed of the provider. */
  readonly seed?: string;
}

/** The options with their defaults, and their random numbers. */
export interface DeliverSettings extends Required<Omit<DeliverOptions, "seed">> {
  readonly random: Random;
}

export function settingsOf(options: DeliverOptions, seed: string): DeliverSettings {
  const { order = "as-sent", duplicates = 0, drop = 0, stale = false } = options;
  return { order, duplicates, drop, stale, random: createRandom(`${options.seed ?? seed}: deliveries`) };
}

/** A copy in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(random.fraction() * rest.length), 1));
}
