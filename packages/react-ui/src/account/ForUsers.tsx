import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { Failed } from "../parts/Failed.js";
import { Screen } from "../parts/Screen.js";
import { usePreparedTime } from "../parts/use-time.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import type { SignedIn } from "../user/use-user.js";

/** The properties of `ForUsers`. */
export interface ForUsersProps {
  readonly children: (signedIn: SignedIn) => ReactNode;
}

/** Content for a signed-in user, mounted anew for another user. A signed-out user goes to the sign-in, and returns. */
export function ForUsers({ children }: ForUsersProps): ReactElement {
  const { client, offers, paths, navigate, isSigningOut } = useUI();
  const { data, error, isPending, refetch } = client.useSession();
  const texts = useTexts("common", common);
  const sentenceOf = useErrorText();
  usePreparedTime();
  const isSignedOut = !isPending && data === null && error === null;
  // After each render: the screen of the home path stays, and asks for a sign-in once a sign-out has led there.
  const hasLeft = useRef(false);
  useEffect(() => {
    isSigningOut.current = false;
  }, [isSigningOut]);
  useEffect(() => {
    const isGoingHome = isSigningOut.current && location.pathname !== paths.home;
    if (isSignedOut && !hasLeft.current && !isGoingHome)
      navigate(withRedirect(paths.signIn, location.pathname + location.search, paths.home), { replace: true });
    hasLeft.current = isSignedOut && !isGoingHome;
  });

  if (data && offers) return <Fragment key={data.user.id}>{children(data)}</Fragment>;
  if (error && !data)
    return (
      <Screen title={texts.unknownTitle}>
        <Failed title={texts.unknownText} text={sentenceOf(error)} retry={refetch} />
      </Screen>
    );
  return <Waiting />;
}
