import { type SignedInAs, signInAs, type UserToSignIn } from "@keyhold/testing";
import { test as base } from "@playwright/test";
import { auth } from "../auth.ts";

type Auth = typeof auth;

interface Fixtures {
  /** Signs the browser of the test in. */
  readonly signInAs: (user: string | UserToSignIn<Auth>) => Promise<SignedInAs<Auth>>;
}

export const test = base.extend<Fixtures>({
  signInAs: async ({ context }, use) => {
    await use(async (user) => {
      const signedIn = await signInAs(auth, user);
      await context.addCookies(signedIn.cookies);
      return signedIn;
    });
  },
});

export { expect } from "@playwright/test";
