import type { BrowserSignIn } from "@keyhold/native/app";
import type { LinkingModule } from "../ports.js";

type Call = (input: object, ...rest: readonly unknown[]) => Promise<unknown>;

/** The calls of a client that a flow in the browser takes the place of. */
interface SocialCalls {
  readonly signIn: object & { readonly social?: Call };
  readonly stepUp: object;
  readonly linkSocial?: Call;
}

const busy = {
  data: null,
  error: { code: "AUTH_SESSION_UNAVAILABLE", message: "A sign-in is open.", status: 0, statusText: "" },
};

/** A token of a native sheet. */
export const hasToken = (input: { readonly idToken?: unknown }): boolean => input.idToken !== undefined;

/** The client with flows in the system browser. A token of a native sheet goes to the server at once. */
export function withFlows(client: unknown, flows: BrowserSignIn, Linking: LinkingModule): unknown {
  const { signIn, stepUp, linkSocial } = client as SocialCalls;

  let isOpen = false;

  /** Android may close the window before the link of the app arrives: https://github.com/expo/expo/issues/9677 */
  async function listening<Result>(flow: () => Promise<Result>): Promise<Result | typeof busy> {
    // The system opens one window: a second tap leaves the first sign-in as it is.
    if (isOpen) return busy;
    isOpen = true;
    const subscription = Linking.addEventListener("url", ({ url }) => void flows.resume(url));
    try {
      return await flow();
    } finally {
      isOpen = false;
      subscription.remove();
    }
  }

  /** `call`: of `socialClient()`, for a token. */
  const orToken =
    (call: Call | undefined, flow: (input: never) => Promise<unknown>): Call =>
    (input, ...rest) =>
      hasToken(input) && call ? call(input, ...rest) : listening(() => flow(input as never));

  return {
    ...(client as object),
    signIn: {
      ...signIn,
      social: orToken(signIn.social, flows.signIn),
      browser: ({ loginHint }: { loginHint?: string } = {}) =>
        listening(() => flows.signIn(loginHint === undefined ? {} : { loginHint })),
    },
    stepUp: { ...stepUp, social: orToken(undefined, flows.stepUp) },
    linkSocial: orToken(linkSocial, flows.link),
    resumeSignIn: async (url: string | null | undefined) => (url ? flows.resume(url) : { data: null, error: null }),
  };
}
