import type { CallError } from "@keyhold/react";
import { useEffect, useRef } from "react";
import { useUI } from "./context.js";
import { ownPath, useQuery } from "./query.js";
import { isGuest } from "./user/guest.js";

/** The query parameter with the screen that a signed-out user asked for. */
export const redirectName = "redirect";

/** The query parameter of a sign-in that adds an account to this browser, beside the signed-in account. */
export const addName = "add";

/** Whether the sign-in adds an account: then a signed-in user stays. */
export function useIsAdding(): boolean {
  const { offers } = useUI();
  const isAsked = useQuery()?.has(addName) ?? false;
  // Until the offers are known, the signed-in user stays.
  return isAsked && offers?.hasSeveralAccounts !== false;
}

/** A path of a further screen of a sign-in that adds an account. */
export const withAdding = (path: string, isAdding: boolean): string =>
  isAdding ? `${path}${path.includes("?") ? "&" : "?"}${addName}` : path;

/** The screen after a sign-in: `given`, the screen of `?redirect=`, or the home screen. Never a URL of another site. */
export function useWantedPath(given?: string): string {
  const { paths } = useUI();
  const query = useQuery();
  return given ?? ownPath(query?.get(redirectName) ?? null) ?? paths.home;
}

/**
 * Goes to `path`, unless null, when a user is signed in: here, in another tab, or already. Answers whether there is no
 * user. A guest stays: a guest signs up, or signs in to an account.
 */
export function useLeaveSignedIn(path: string | null): boolean {
  const { client, navigate } = useUI();
  const { data, isPending } = client.useSession();
  const isKnown = useQuery() !== null;
  const isAdding = useIsAdding();
  // The account of the first session stays, until a sign-in makes another session active.
  const first = useRef<string | null | undefined>(undefined);
  const sessionId = data?.session.id ?? null;
  const isSignedIn = data !== null && !isGuest(data.user);
  useEffect(() => {
    if (isPending || !isKnown) return;
    if (first.current === undefined) first.current = sessionId;
    if (isAdding && first.current === sessionId) return;
    if (isSignedIn && path !== null) navigate(path, { replace: true });
  }, [isPending, isKnown, isSignedIn, isAdding, sessionId, path, navigate]);
  return !isSignedIn;
}

/** A path with the screen to continue with. */
export const withRedirect = (path: string, to: string, home: string): string =>
  to === home ? path : `${path}?${new URLSearchParams({ [redirectName]: to })}`;

/** The links between the screens of a sign-in: each keeps the screen to continue with, and that an account is added. */
export function useLinkTo(to: string): (path: string) => string {
  const { paths } = useUI();
  const isAdding = useIsAdding();
  return (path) => withAdding(withRedirect(path, to, paths.home), isAdding);
}

/** As `useLinkTo`, with the query as it is: the sign-in at the end checks the path. */
export function useKeptQuery(): (path: string) => string {
  const query = [...(useQuery() ?? [])].filter(([name]) => name === redirectName || name === addName);
  return (path) => (query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path);
}

/** Whether the answer of a sign-in asks for a second step. */
export const asksForFactor = (data: object | null): data is { readonly twoFactorMethods: readonly string[] } =>
  data !== null && "twoFactorMethods" in data && Array.isArray(data.twoFactorMethods);

/** The answer of a sign-in. */
export interface SignInAnswer {
  readonly data: object | null;
  readonly error: CallError | null;
}

/**
 * Ends a sign-in: goes to the second step if the answer asks for a second step, and reads the session. Answers the error
 * of the call, or the error of a browser that keeps no cookie.
 */
export function useEndSignIn(): (answer: SignInAnswer, to: string) => Promise<CallError | null> {
  const { client, paths, navigate } = useUI();
  const isAdding = useIsAdding();
  return async ({ data, error }, to) => {
    if (error || !data) return error;
    if (asksForFactor(data)) {
      const query = new URLSearchParams({ methods: data.twoFactorMethods.join(), [redirectName]: to });
      navigate(withAdding(`${paths.twoFactor}?${query}`, isAdding), { replace: false });
      return null;
    }
    if (!opensSession(data)) return null;
    await client.session.refetch();
    const { data: session, error: unread } = client.session.get();
    if (session || unread) return null;
    reportError(new Error(noCookie));
    return { code: "NO_SESSION_COOKIE", message: noCookie, status: 0, statusText: "" };
  };
}

/** Not the answer that a code was sent, nor a sign-up that waits for the verification of the address. */
const opensSession = (data: object): boolean =>
  "session" in data || ("token" in data && typeof data.token === "string");

/** For the developer of the app, in the console. */
const noCookie =
  "The browser kept no cookie of the sign-in. Open the page at the origin of baseURL, and in no frame of another site.";
