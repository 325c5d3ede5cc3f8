import { checked, defineOptions, whole } from "@keyhold/core/options";

/** The options of `devices`; an omitted option has its default. */
export interface DevicesOptions {
  /**
   * Answers with the place of a client IP address for the email, e.g. "Lisbon, Portugal"; null: not known. Default null:
   * the email names no place.
   */
  readonly placeOf: ((ipAddress: string) => string | null) | null;
  /** Emails about new devices to a user within an hour. Further devices are listed, without an email. Default 5. */
  readonly maxEmailsPerHour: number;
}

export const devicesOptions = defineOptions<DevicesOptions>({
  placeOf: checked<DevicesOptions["placeOf"]>(
    null,
    "be null or a function",
    (given) => given === null || typeof given === "function",
  ),
  maxEmailsPerHour: whole(5, 1, 100),
});
