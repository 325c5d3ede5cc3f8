type Call = (
  input: object,
  ...rest: readonly unknown[]
) => Promise<{ readonly data: unknown; readonly error: unknown }>;

interface SocialCalls {
  readonly signIn: object & { readonly social: Call };
  readonly stepUp: object & { readonly social: Call };
  readonly linkSocial: Call;
}

const cancelled = {
  data: null,
  error: { code: "AUTH_SESSION_CANCELLED", message: "The user came back.", status: 0, statusText: "" },
};

/** The client of a page: a provider opens in place of the page, and comes back to the URL of the page. */
export function withPages(client: unknown): unknown {
  const { signIn, stepUp, linkSocial } = client as SocialCalls;

  const leaving =
    (call: Call): Call =>
    async ({ ...input }, ...rest) => {
      const answer = await call({ callbackURL: globalThis.location?.href, ...input }, ...rest);
      const { redirect }: { readonly redirect?: boolean } = Object(answer.data);
      return redirect === true ? pageShownAgain() : answer;
    };

  return {
    ...(client as object),
    signIn: {
      ...signIn,
      social: leaving(signIn.social),
      browser: async () => unavailable,
    },
    stepUp: { ...stepUp, social: leaving(stepUp.social) },
    linkSocial: leaving(linkSocial),
    resumeSignIn: async () => ({ data: null, error: null }),
  };
}

const unavailable = {
  data: null,
  error: { code: "AUTH_SESSION_UNAVAILABLE", message: "A page signs in itself.", status: 0, statusText: "" },
};

/** Resolves if the user goes back from the provider, and the browser shows the page as it was. */
const pageShownAgain = (): Promise<typeof cancelled> =>
  new Promise((resolve) => {
    globalThis.window?.addEventListener("pageshow", () => resolve(cancelled), { once: true });
  });
