import type { Roles } from "@keyhold/access";
import type { PublicOptions } from "@keyhold/public-options/client";
import type { StepUpState } from "@keyhold/react";
import { type ComponentType, type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { type AnyAuthClient, fullClient } from "./client.js";
import { type Captcha, type LinkProps, type Navigate, type StoreImage, type UI, UIContext } from "./context.js";
import { Link as PlainLink } from "./link.js";
import { useReadOffers } from "./offers.js";
import { defaultPaths, type Paths } from "./paths.js";
import { StepUp } from "./step-up/StepUp.js";
import type { GivenTexts } from "./texts/texts.js";

/** The properties of `AuthUI`. */
export interface AuthUIProps {
  /**
   * The client of `createAuthClient` of `@keyhold/react`. With the plugin `publicOptions()`, screens show what the
   * server offers.
   */
  readonly client: AnyAuthClient;
  /**
   * What the server offers, if the server that renders the page has called `auth.api.publicOptions()`. Then no request
   * is made.
   */
  readonly options?: PublicOptions;
  /**
   * The hook of `createStepUp()` of `@keyhold/react`: calls that need a newer proof wait for a dialog that asks for the
   * proof. Without the hook these calls fail, with an error in the console.
   */
  readonly stepUp?: () => StepUpState;
  /** The paths of the app's screens. Each has a default. */
  readonly paths?: Partial<Paths>;
  /** The roles of `organization({ roles })`, if the app defines roles. */
  readonly organizationRoles?: Roles;
  /** The roles of `admin({ roles })`, if the app defines roles. */
  readonly adminRoles?: Roles;
  /**
   * The origins of pictures that are shown of people whom the viewer need not know: to administrators, and in an
   * invitation; e.g. "https://lh3.googleusercontent.com". Other people are shown by their initials. Default: no origin.
   */
  readonly pictureOrigins?: readonly string[];
  /**
   * Stores pictures and logos with the app, and answers the URL. Default: the screen stores a small picture as a data
   * URL, which needs `data:` in `img-src` of a Content-Security-Policy.
   */
  readonly images?: StoreImage;
  /** Goes to another screen, e.g. by a router. Default: the browser loads the page. */
  readonly navigate?: Navigate;
  /** The link of a router. Default: an `a` that calls `navigate`. */
  readonly link?: ComponentType<LinkProps>;
  /** Texts in place of the English texts: a whole language, or single texts. */
  readonly texts?: GivenTexts | undefined;
  /** The language of the texts (BCP 47), for dates and numbers. Default: the language of `texts`, or "en". */
  readonly locale?: string;
  /**
   * The query of the present URL, e.g. "?token=…", if the server renders the page. Default: the query of `location`.
   */
  readonly search?: string;
  /** Called with the title of each screen that is shown, e.g. for `document.title`. */
  readonly onScreen?: (title: string) => void;
  /**
   * Called before a sign-up, a sign-in with a password and a password reset, if the server has a `challenge`. The
   * answer is sent as `X-Captcha-Response`. If the promise rejects, the call is sent without a response.
   */
  readonly captcha?: Captcha;
  /** Shown where a screen says that an email was sent, e.g. a link to the mailbox of a development server. */
  readonly emailHint?: ReactNode;
  readonly children?: ReactNode;
}

const ignore = (): void => {};
const noOrigins: readonly string[] = [];

/** The default: the browser loads the page of the URL. */
const loadPage: Navigate = (url, { replace }) => (replace ? location.replace(url) : location.assign(url));

/**
 * Gives the screens inside it the client, the paths of the app, and the app's way to navigate.
 *
 * @example <AuthUI client={authClient}><SignIn /></AuthUI>
 */
export function AuthUI(props: AuthUIProps): ReactElement {
  const { stepUp, children } = props;
  return (
    <UIContext.Provider value={useShared(props)}>
      {children}
      {stepUp && <StepUp use={stepUp} />}
    </UIContext.Provider>
  );
}

/** The properties that the screens get unchanged, with their defaults. */
function sharedProps(props: AuthUIProps) {
  const { texts = {}, locale = texts.locale ?? "en", emailHint, stepUp } = props;
  return {
    Link: props.link ?? PlainLink,
    texts,
    locale,
    emailHint,
    search: props.search ?? null,
    organizationRoles: props.organizationRoles ?? null,
    adminRoles: props.adminRoles ?? null,
    pictureOrigins: props.pictureOrigins ?? noOrigins,
    images: props.images ?? null,
    captcha: props.captcha ?? null,
    canStepUp: stepUp !== undefined,
  };
}

/** What the screens share. Changes only with the properties. */
function useShared(props: AuthUIProps): UI {
  const { client, paths, options = null } = props;
  const go = useLatest(props.navigate ?? loadPage);
  const show = useLatest(props.onScreen ?? ignore);
  const firstPath = useRef(typeof location === "undefined" ? null : location.pathname);
  const isSigningOut = useRef(false);
  const offers = useReadOffers(fullClient(client), options);
  const shared = sharedProps(props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shared` is a new object with equal values each time.
  return useMemo(
    () => ({
      ...shared,
      client: fullClient(client),
      offers,
      paths: { ...defaultPaths, ...paths },
      navigate: go,
      onScreen: show,
      firstPath,
      isSigningOut,
    }),
    [client, offers, paths, go, show, ...Object.values(shared)],
  );
}

/** A stable function that calls the latest given function: an app may write it inline. */
function useLatest<Arguments extends readonly unknown[]>(
  given: (...input: Arguments) => void,
): (...input: Arguments) => void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return useCallback((...input) => latest.current(...input), []);
}
