import type { Settings } from "./config.js";

/** What a user must prove before a call: in the error of the call, and for the page that asks. */
export interface StepUpNeed {
  /**
   * The methods that this user can choose from, e.g. ["password", "totp"]; empty if the user must enrol a method first.
   */
  readonly methods: readonly string[];
  /** How old the proof may be. */
  readonly maxAgeSeconds: number;
  /** 2: a second factor. */
  readonly factors: 1 | 2;
}

/** What the session of a call must know. */
export interface StepUpRule {
  /** 0: any age. */
  readonly maxAgeSeconds: number;
  /** "enrolled": two of a user who has enrolled a second factor, else one. */
  readonly factors: 1 | 2 | "enrolled";
}

/** The rule of an endpoint, by the options of the plugin and the settings of the app. */
export type EndpointStepUp = (options: unknown, settings: Pick<Settings, "session">) => StepUpRule;
