// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { signInUsername } from "./routes/sign-in/username.js";

/** The calls, each under the name that its URL gives. */
export interface UsernameEndpoints {
  readonly signIn: {
    /** Signs in with a username and a password. */
    readonly username: typeof signInUsername;
  };
}

export const endpoints: UsernameEndpoints = {
  signIn: {
    username: signInUsername,
  },
};
