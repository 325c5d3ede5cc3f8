export interface UsernameOptions {
  /** Characters. Default 3. */
  readonly minUsernameLength: number;
  /** Characters. Default 30. */
  readonly maxUsernameLength: number;
  /** Further names to refuse, e.g. `(name) => !reserved.has(name)`. Gets the name in lower case, as it is stored. */
  readonly usernameValidator: (username: string) => boolean;
  /**
   * Which names for display to take: any text of one line for which it is true, unique or not. Gets the text as it was
   * written. Default null: the username in capitals of the user's choice, and nothing else.
   */
  readonly displayUsernameValidator: ((displayUsername: string) => boolean) | null;
}
