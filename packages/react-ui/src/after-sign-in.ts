import { useEffect } from "react";
import { useUI } from "./context.js";
import { ownPath, useQuery } from "./query.js";
import { isGuest } from "./user/guest.js";

/** The query parameter with the screen that a signed-out user asked for. */
export const redirectName = "redirect";

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
  const { data } = client.useSession();
  const isSignedIn = data !== null && !isGuest(data.user);
  useEffect(() => {
    if (isSignedIn && path !== null) navigate(path, { replace: true });
  }, [isSignedIn, path, navigate]);
  return !isSignedIn;
}

/** A path with the screen to continue with. */
export const withRedirect = (path: string, to: string, home: string): string =>
  to === home ? path : `${path}?${new URLSearchParams({ [redirectName]: to })}`;

/** Goes to the second step if the answer of a sign-in asks for a second step. */
export function useGoToFactor(): (data: object | null, to: string) => boolean {
  const { paths, navigate } = useUI();
  return (data, to) => {
    if (!data || !("twoFactorMethods" in data) || !Array.isArray(data.twoFactorMethods)) return false;
    const query = new URLSearchParams({ methods: data.twoFactorMethods.join(), [redirectName]: to });
    navigate(`${paths.twoFactor}?${query}`, { replace: false });
    return true;
  };
}
