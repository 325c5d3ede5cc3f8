import type { PlatformEvents } from "@keyhold/client";
import type { ExpoModules, NetworkState } from "../ports.js";

/** Listens for the user who comes back to the app, and for the connection that comes back. */
export function listenWith({ AppState, Network }: ExpoModules): (events: PlatformEvents) => () => void {
  return ({ look, reconnected }) => {
    let isOffline: boolean | undefined;
    const network = (state: NetworkState): void => {
      const wasOffline = isOffline;
      isOffline = state.isConnected === false || state.isInternetReachable === false;
      if (wasOffline && !isOffline) reconnected();
    };
    const subscriptions = [
      AppState.addEventListener("change", (state) => {
        if (state === "active") look();
      }),
      Network.addNetworkStateListener(network),
    ];
    // An app that starts without a connection gets no event of its loss. An event meanwhile is newer.
    Network.getNetworkStateAsync()
      .then((state) => {
        if (isOffline === undefined) network(state);
      })
      .catch(() => undefined);
    return () => {
      for (const subscription of subscriptions) subscription.remove();
    };
  };
}
