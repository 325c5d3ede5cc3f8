import type { Store } from "@keyhold/client";
import type { StoreView } from "./store-view.js";

type UseKnownSession = (view: StoreView<unknown>, store: Store<unknown>, name: string) => StoreView<unknown>;

/** The view of a hook, with the session of a `SessionProvider` if that provider is bundled. */
export let useKnownSession: UseKnownSession = (view) => view;

/** For the entry point of `SessionProvider`: an app without that entry point does not bundle the provider. */
export function setKnownSession(use: UseKnownSession): void {
  useKnownSession = use;
}
