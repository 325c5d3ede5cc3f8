/** Why a value may be outdated. */
export interface Reasons {
  /** The user returned to the page. */
  readonly look: () => void;
  readonly reconnected: () => void;
  /** Another tab has changed it. */
  readonly changedElsewhere: () => void;
}

export interface Awake {
  broadcast(): void;
  stop(): void;
}

/** Listens for each reason until stopped. Environments other than browsers have fewer of these events, or no events. */
export function stayAwake(channelName: string, { look, reconnected, changedElsewhere }: Reasons): Awake {
  const channel = openChannel(channelName);
  if (channel) channel.onmessage = changedElsewhere;
  const isBack = (): void => {
    if (document.visibilityState !== "hidden") look();
  };
  // Phones send only the second event, and desktops that switch windows only the first.
  const events = [
    ["focus", isBack],
    ["visibilitychange", isBack],
    ["online", reconnected],
  ] as const;
  // React Native has a `window` without events.
  const hasWindow = typeof window !== "undefined" && "addEventListener" in window;
  if (hasWindow) for (const [name, listener] of events) window.addEventListener(name, listener);
  return {
    broadcast: () => channel?.postMessage(changed),
    stop() {
      channel?.close();
      if (hasWindow) for (const [name, listener] of events) window.removeEventListener(name, listener);
    },
  };
}

/** For a tab that changes the value without a subscriber. */
export function broadcast(channelName: string): void {
  const channel = openChannel(channelName);
  channel?.postMessage(changed);
  channel?.close();
}

/** The only message: each tab then reads the value from the server. */
const changed = "changed";

/** Null if channels are unsupported, or the browser forbids them to this page. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
