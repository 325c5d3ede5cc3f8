export interface UsernameOptions {
  /** Characters. Default 3. */
  readonly minUsernameLength: number;
  /** Characters. Default 30. */
  readonly maxUsernameLength: number;
  /** Further names to refuse, e.g. `(name) => !reserved.has(name)`. Gets the name in lower case, as it is stored. */
  readonly usernameValidator: (username: string) => boolean;
}
