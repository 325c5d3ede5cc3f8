import type { Answer, CallOptions } from "@keyhold/client";

/** How the frame looks. */
export interface EmbedLook {
  readonly theme?: "light" | "dark";
}

/** A checkout in a frame above the page. */
export interface EmbeddedCheckout {
  close(): unknown;
}

/**
 * Loads the script of the payments provider, and opens its checkout in a frame. Called at each `checkoutEmbed`, so that a
 * page without a checkout loads no script.
 *
 * @example
 * async (url, look) => (await import("@polar-sh/checkout/embed")).PolarEmbedCheckout.create(url, look)
 */
export type EmbedCheckout = (url: string, look: EmbedLook) => EmbeddedCheckout | Promise<EmbeddedCheckout>;

/** The result of `checkoutEmbed`. */
export interface Embedded {
  readonly url: string;
  /** Null: the script was not loaded, so the browser goes to the page of the checkout. */
  readonly frame: EmbeddedCheckout | null;
}

interface Asked {
  readonly redirect: false;
  readonly embedOrigin: string;
}

type Opened<Code extends string> = Answer<{ readonly url: string }, Code>;

/** Opens a checkout in a frame of the page, or on its own page if the script is not loaded. */
export const embedding =
  <Input extends object, Code extends string>(
    open: (input: Input & Asked, options?: CallOptions) => Promise<Opened<Code>>,
    embed: EmbedCheckout | undefined,
  ) =>
  async (given: Input & EmbedLook, options?: CallOptions): Promise<Answer<Embedded, Code>> => {
    if (!embed)
      throw new TypeError("checkoutEmbed() needs billingClient({ embed }), which loads the provider's script.");
    // The server leaves the look out.
    const { data, error } = await open({ ...given, redirect: false, embedOrigin: location.origin }, options);
    if (error) return { data: null, error };
    const { theme } = given;
    const { url } = data;
    try {
      return { data: { url, frame: await embed(url, theme ? { theme } : {}) }, error: null };
    } catch {
      location.assign(url);
      return { data: { url, frame: null }, error: null };
    }
  };
