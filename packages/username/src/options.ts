/** The options of `username`; an omitted one has its default. */
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
   * Returns true to accept a display name: any text of one line, unique or not. Gets the text as written. Default null:
   * accepts only the username in capitals of the user's choice.
   */
  readonly displayUsernameValidator: ((displayUsername: string) => boolean) | null;
}
