import type { CallError } from "@keyhold/react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { useRead } from "../lists/use-read.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";
import { isPhone, useBrowserName } from "../user/browser-name.js";

type Listed = NonNullable<Awaited<ReturnType<FullClient["twoFactor"]["listTrustedDevices"]>>["data"]>[number];

/** A browser without a second step. */
export interface TrustedBrowser extends Listed {
  /** E.g. "Firefox on Windows", by the unverified user agent. */
  readonly name: string;
  readonly isPhone: boolean;
}

/** The state of the list of trusted browsers. `busy` is the id of a browser, or "all". */
export interface TrustedBrowsersState extends Pick<ActionState, "busy" | "error" | "done"> {
  readonly loading: Loading;
  readonly browsers: readonly TrustedBrowser[];
  /** Ends the trust of a browser. True after a success. */
  readonly stop: (browser: TrustedBrowser) => Promise<boolean>;
  /** Ends the trust of all. True after a success. */
  readonly stopAll: () => Promise<boolean>;
}

/**
 * The state and the handlers of the trusted browsers, without markup.
 *
 * @example const { browsers, stop } = useTrustedBrowsers();
 */
export function useTrustedBrowsers(): TrustedBrowsersState {
  const { client } = useUI();
  const texts = useTexts("twoFactor", english);
  const nameOf = useBrowserName();
  const list = useRead("", (signal) => client.twoFactor.listTrustedDevices({}, { signal }));
  const { busy, error, done, run } = useAction();

  async function end(name: string, said: string, call: () => Promise<{ error: CallError | null }>): Promise<boolean> {
    const isDone = await run(name, { call: async () => (await call()).error, done: said });
    await list.refetch();
    return isDone;
  }

  return {
    loading: useLoading(list),
    browsers: (list.data ?? []).map((one) => ({
      ...one,
      name: nameOf(one.userAgent),
      isPhone: isPhone(one.userAgent),
    })),
    busy,
    error,
    done,
    stop: ({ id, name }) => end(id, texts.stopped(name), () => client.twoFactor.revokeTrustedDevice({ id })),
    stopAll: () => end("all", texts.stoppedAll, () => client.twoFactor.revokeTrustedDevices()),
  };
}
