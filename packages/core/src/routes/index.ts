import { error } from "./error.js";
import { getSession } from "./get-session.js";
import { ok } from "./ok.js";
import { signInEmail } from "./sign-in/email.js";
import { signOut } from "./sign-out.js";
import { signUpEmail } from "./sign-up/email.js";

/** The calls of this package by name, nested as their URLs are. */
export interface CoreEndpoints {
  readonly ok: typeof ok;
  readonly getSession: typeof getSession;
  readonly signOut: typeof signOut;
  readonly signUp: { readonly email: typeof signUpEmail };
  readonly signIn: { readonly email: typeof signInEmail };
}

export const coreEndpoints: CoreEndpoints = {
  ok,
  getSession,
  signOut,
  signUp: { email: signUpEmail },
  signIn: { email: signInEmail },
};

/** What a browser visits and nobody calls. */
export const corePages = [error] as const;
