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
  /** The client of `createAuthClient` of `@keyhold/react`. With its plugin `publicOptions()`, screens show what the server offers. */
  readonly client: AnyAuthClient;
  /** What the server offers, if the server that renders the page has read it by `auth.api.publicOptions()`. Then no request is made. */
  readonly options?: PublicOptions;
  /**
   * The hook of `createStepUp()` of `@keyhold/react`: calls that need a newer proof wait for a dialog that asks for it.
   * Without it these calls fail, with an error in the console.
   */
  readonly stepUp?: () => StepUpState;
  /** The paths of the app's screens. Each has a default. */
  readonly paths?: Partial<Paths>;
  /** The roles of `organization({ roles })`, if the app has its own. */
  readonly organizationRoles?: Roles;
  /** The roles of `admin({ roles })`, if the app has its own. */
  readonly adminRoles?: Roles;
  /**
   * The origins of pictures that are shown of people whom the viewer need not know: to administrators, and in an
   * invitation; e.g. "https://lh3.googleusercontent.com". Other people are shown by their initials. Default: no origin.
   */
  readonly pictureOrigins?: readonly string[];
  /**
   * Stores pictures and logos with the app, and answers the URL. Default: the screen stores a small picture itself as a
   * data URL, which needs `data:` in `img-src` of a Content-Security-Policy.
   */
  readonly images?: StoreImage;
  /** Goes to another screen, e.g. by a router. Default: the browser loads the page. */
  readonly navigate?: Navigate;
  /** The link of a router. Default: an `a` that calls `navigate`. */
  readonly link?: ComponentType<LinkProps>;
  /** Texts in place of the English ones: a whole language, or single texts. */
  readonly texts?: GivenTexts | undefined;
  /** The language of the texts (BCP 47), for dates and numbers. Default: that of `texts`, or "en". */
  readonly locale?: string;
  /** The query of the present URL, e.g. "?token=…", if the server renders the page. Default: that of `location`. */
  readonly search?: string;
  /** Called with the title of each screen that is shown, e.g. for `document.title`. */
  readonly onScreen?: (title: string) => void;
  /**
   * Called before a sign-up, a sign-in with a password and a password reset, if the server has a `challenge`. The answer is
   * sent as `X-Captcha-Response`. If it rejects, the call is sent without a response.
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
 * Gives the screens below it the client, the paths of the app, and its way to go from one to another.
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

/** What the screens share. It changes only with the properties. */
function useShared(props: AuthUIProps): UI {
  const {
    client,
    options = null,
    paths,
    navigate = loadPage,
    link: Link = PlainLink,
    texts = {},
    search = null,
    organizationRoles = null,
    adminRoles = null,
    pictureOrigins = noOrigins,
  } = props;
  const { locale = texts.locale ?? "en" } = props;
  const { onScreen = ignore, captcha = null, images = null, emailHint, stepUp } = props;
  const canStepUp = stepUp !== undefined;
  const go = useLatest(navigate);
  const show = useLatest(onScreen);
  const firstPath = useRef(typeof location === "undefined" ? null : location.pathname);
  const isSigningOut = useRef(false);
  const offers = useReadOffers(fullClient(client), options);
  return useMemo(
    () => ({
      client: fullClient(client),
      offers,
      paths: { ...defaultPaths, ...paths },
      organizationRoles,
      adminRoles,
      pictureOrigins,
      navigate: go,
      Link,
      texts,
      locale,
      search,
      onScreen: show,
      firstPath,
      isSigningOut,
      images,
      captcha,
      emailHint,
      canStepUp,
    }),
    [
      client,
      offers,
      paths,
      organizationRoles,
      adminRoles,
      pictureOrigins,
      go,
      Link,
      texts,
      locale,
      search,
      show,
      images,
      captcha,
      emailHint,
      canStepUp,
    ],
  );
}

/** A function that stays the same and calls the latest one: an app may write it inline. */
function useLatest<Arguments extends readonly unknown[]>(
  given: (...input: Arguments) => void,
): (...input: Arguments) => void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return useCallback((...input) => latest.current(...input), []);
}
