// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { isUsernameAvailable } from "./routes/is-username-available.js";
import { signInUsername } from "./routes/sign-in/username.js";

/** The calls, each under the name that its URL gives. */
export interface UsernameEndpoints {
  /** Answers whether a username is free, by the rules of a sign-up. */
  readonly isUsernameAvailable: typeof isUsernameAvailable;
  readonly signIn: {
    /** Signs in with a username and a password. */
    readonly username: typeof signInUsername;
  };
}

export const endpoints: UsernameEndpoints = {
  isUsernameAvailable,
  signIn: {
    username: signInUsername,
  },
};
