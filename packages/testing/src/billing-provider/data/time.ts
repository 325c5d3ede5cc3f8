import { nextPeriodStart } from "@keyhold/billing-schema/rules";
import { type Clock, createClock, type Duration } from "../../clock.js";

/** A duration as the sum of the units; months and years by the calendar. */
export interface BillingDuration extends Duration {
  readonly years?: number;
  readonly months?: number;
  readonly weeks?: number;
}

/** The time of the provider. */
export interface ProviderTime {
  now(): Date;
  /** When a delivery is signed: by the clock that the app compares with. */
  signedAt(): Date;
  /** Whether time passes without `clock.forward`. */
  readonly isRunning: boolean;
  /** A date for an entity in the provider's form, with microseconds: later than each earlier date. */
  stamp(): string;
  /** Forwards the clock to the date, if the date is later. */
  advanceTo(date: Date): void;
}

/** The state of the clock, kept in the data. */
export interface TimeState {
  forwardedMilliseconds: number;
  /** The last stamp in microseconds since 1970. */
  lastStamp: number;
}

/**
 * The clock of a provider: the given clock; or the machine's clock and what was forwarded; or, by default, a clock that
 * stands still until `clock.forward`.
 */
export function createTime(given: Clock | "machine" | undefined, state: TimeState): ProviderTime {
  const standing = createClock();
  const base = (): Date => (given === "machine" ? new Date() : standing.now());
  const isShared = given !== undefined && given !== "machine";
  const now = (): Date => (isShared ? given.now() : new Date(base().getTime() + state.forwardedMilliseconds));
  return {
    now,
    signedAt: () => (isShared ? given.now() : new Date()),
    isRunning: given === "machine",
    stamp: () => {
      state.lastStamp = Math.max(now().getTime() * 1000, state.lastStamp + 1);
      return stampOf(state.lastStamp);
    },
    advanceTo: (date) => {
      const milliseconds = date.getTime() - now().getTime();
      if (milliseconds <= 0) return;
      if (isShared) given.forward({ milliseconds });
      else state.forwardedMilliseconds += milliseconds;
    },
  };
}

function stampOf(microseconds: number): string {
  const text = new Date(Math.floor(microseconds / 1000)).toISOString();
  return `${text.slice(0, -1)}${String(microseconds % 1000).padStart(3, "0")}Z`;
}

/** The date after the duration. Throws if a unit is negative. */
export function later(from: Date, duration: BillingDuration): Date {
  const {
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
    milliseconds = 0,
  } = duration;
  if (![years, months, weeks, days, hours, minutes, seconds, milliseconds].every((part) => part >= 0)) {
    throw new Error("A clock can only go forward.");
  }
  const count = years * 12 + months;
  const calendar = count > 0 ? nextPeriodStart(from, { interval: "month", count }) : from;
  const rest = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000 + milliseconds;
  return new Date(calendar.getTime() + rest);
}
