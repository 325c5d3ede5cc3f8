import { checked, defineOptions, given, isWhole } from "@keyhold/core/options";

/** The options of `username`; an omitted option has its default. */
export interface UsernameOptions {
  /** Minimum length in characters. Default 3. */
  readonly minUsernameLength: number;
  /** Maximum length in characters. Default 30. */
  readonly maxUsernameLength: number;
  /**
   * Returns false to reject a name, e.g. `(name) => !reserved.has(name)`. Gets the name in lower case, as stored.
   * Default: accepts every name.
   */
  readonly usernameValidator: (username: string) => boolean;
  /**
   * Returns true to accept a display name: a text of one line, up to 255 characters, e.g.
   * `(name) => !reserved.has(name.toLowerCase())`. Gets the text as written. Display names are not unique: a user may take
   * another user's name. Set the option before you import users with such names. Default: accepts only the username in
   * capitals of the user's choice.
   */
  readonly displayUsernameValidator: ((displayUsername: string) => boolean) | null;
  /**
   * Turns `POST /is-username-available` off: then 404. The route tells which usernames exist, as a sign-up does; a client
   * may ask 30 times a minute. Default false.
   */
  readonly disableAvailabilityCheck: boolean;
}

const validator = "be a function that answers true or false";

export const usernameOptions = defineOptions<UsernameOptions>(
  {
    minUsernameLength: given(3),
    maxUsernameLength: given(30),
    usernameValidator: checked(
      () => true,
      validator,
      (given) => typeof given === "function",
    ),
    disableAvailabilityCheck: given(false),
    displayUsernameValidator: checked(null, `${validator}, or null`, (given) => typeof given === "function"),
  },
  {
    check: ({ minUsernameLength: least, maxUsernameLength: most }) =>
      isWhole(least, 1) && isWhole(most, least)
        ? []
        : [
            "minUsernameLength and maxUsernameLength must be whole numbers from 1, and minUsernameLength at most maxUsernameLength",
          ],
  },
);
