// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { deleteAnonymousUser } from "./routes/delete-anonymous-user.js";
import { signInAnonymous } from "./routes/sign-in/anonymous.js";

/** The calls, each under the name that its URL gives. */
export interface AnonymousEndpoints {
  /** Deletes the guest of the session, with all data of the guest. */
  readonly deleteAnonymousUser: typeof deleteAnonymousUser;
  readonly signIn: {
    /** Creates a guest, a user without an address and a password, and signs the guest in. */
    readonly anonymous: typeof signInAnonymous;
  };
}

export const endpoints: AnonymousEndpoints = {
  deleteAnonymousUser,
  signIn: {
    anonymous: signInAnonymous,
  },
};
