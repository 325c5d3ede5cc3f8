import type { Roles } from "@keyhold/access";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { FullClient } from "./client.js";
import type { Offers } from "./offers.js";
import type { Paths } from "./paths.js";
import type { GivenTexts } from "./texts/texts.js";

/** Properties of a link to another screen. */
export interface LinkProps {
  readonly href: string;
  readonly className?: string;
  /** The link to the present screen. */
  readonly "aria-current"?: "page" | undefined;
  readonly children: ReactNode;
}

/** Solves a challenge, e.g. by the widget of a CAPTCHA service; answers the response for the server. */
export type Captcha = (action: "sign-up" | "sign-in" | "reset-password" | "send-email") => Promise<string>;

/**
 * Stores a picture with the app, e.g. in an object storage, and answers the URL. The picture is a square of 512 pixels,
 * as WebP or JPEG, without metadata. If the promise rejects, the user may try again.
 */
export type StoreImage = (picture: Blob, kind: "user" | "organization") => Promise<string>;

/** How a screen goes to another screen. */
export type Navigate = (url: string, options: { readonly replace: boolean }) => void;

/** What all screens below `AuthUI` share. */
export interface UI {
  readonly client: FullClient;
  /** Null: not known yet. */
  readonly offers: Offers | null;
  readonly paths: Paths;
  /** The roles of the app; null: those that the plugins have by default. */
  readonly organizationRoles: Roles | null;
  /** Whose pictures of strangers are shown. */
  readonly pictureOrigins: readonly string[];
  readonly adminRoles: Roles | null;
  readonly navigate: Navigate;
  readonly Link: ComponentType<LinkProps>;
  readonly texts: GivenTexts;
  /** The language of the texts (BCP 47). */
  readonly locale: string;
  /** The query of the present URL, if known to the app. */
  readonly search: string | null;
  readonly onScreen: (title: string) => void;
  /** The path of the page load until a screen is shown: that screen does not take the focus. */
  readonly firstPath: { current: string | null };
  /** The user signs out by a button, which leads home. */
  readonly isSigningOut: { current: boolean };
  /** Null: pictures are small, and stored as data URLs. */
  readonly images: StoreImage | null;
  /** Null: the server asks for no challenge. */
  readonly captcha: Captcha | null;
  /** Shown where a screen says that an email was sent. */
  readonly emailHint: ReactNode;
  /** A dialog asks for a newer proof. */
  readonly canStepUp: boolean;
}

/** The context of `AuthUI`. */
export const UIContext: ReturnType<typeof createContext<UI | null>> = createContext<UI | null>(null);

/** What the screens share. Throws outside of `AuthUI`. */
export function useUI(): UI {
  const ui = useContext(UIContext);
  if (!ui) throw new Error("Render this component inside <AuthUI client={authClient}>.");
  return ui;
}
