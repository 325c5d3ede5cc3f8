import { memory } from "@keyhold/adapter-memory";
import type { Database } from "@keyhold/core";
import { intercept, type VerbCall } from "@keyhold/testing";
import type { Faults, Json } from "@keyhold/testing/identity-provider";
import { type Flow, type FlowOptions, goThere, open, withParameters } from "./flow-kit.ts";
import type { Landing } from "./journey.ts";

/** One way to be refused: a whole journey, and what a developer is told of its cause. */
export interface Cause {
  readonly what: string;
  readonly options?: FlowOptions;
  /** What goes wrong at the provider. */
  readonly faults?: Faults;
  /** Default: there and back. */
  readonly come?: (flow: Flow) => Promise<Landing>;
  /** The cookie, the parameter or the option that was the cause. */
  readonly says: RegExp;
  /** It is refused before anybody looks for a flow, so that listeners hear nothing. Default false. */
  readonly isEarly?: boolean;
  /** The log hears of it, for there is more to say. Default false. */
  readonly isLogged?: boolean;
}

/** There and back, with other parameters; null takes one away. */
export const travel = async (
  flow: Flow,
  body?: object,
  changes: Record<string, string | null> = {},
): Promise<Landing> => open(flow.browser, withParameters(await goThere(flow, body), changes));

export const callback = (change: (parameters: URLSearchParams) => void): Faults => ({ callback: change });
export const claims = (further: object): Faults => ({ claims: (given: Json) => ({ ...given, ...further }) });

/** A database where one verb on one model does not do what it should. */
export const failing = (verb: VerbCall["verb"], model: string, fail: () => unknown): Database =>
  intercept(memory(), {
    verb: async (call, run) => (call.verb === verb && call.model === model ? (fail() as never) : run()),
  });

export const raise = (error: Error) => (): never => {
  throw error;
};
