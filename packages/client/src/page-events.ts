/** Why a value may have to be read again. */
export interface Reasons {
  /** The person is back at the page. */
  readonly look: () => void;
  readonly reconnected: () => void;
  /** Another tab has changed it. */
  readonly changedElsewhere: () => void;
}

export interface Awake {
  broadcast(): void;
  stop(): void;
}

/** Listens for every reason until stopped. Outside a browser there are fewer of them, or none. */
export function stayAwake(channelName: string, { look, reconnected, changedElsewhere }: Reasons): Awake {
  const channel = openChannel(channelName);
  if (channel) channel.onmessage = changedElsewhere;
  const isBack = (): void => {
    if (document.visibilityState !== "hidden") look();
  };
  // Phones tell a return only by the second of these, desktops that switch windows only by the first.
  const events = [
    ["focus", isBack],
    ["visibilitychange", isBack],
    ["online", reconnected],
  ] as const;
  // React Native has a window that sends no events.
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

/** For a tab that changes the value without looking at it. */
export function broadcast(channelName: string): void {
  const channel = openChannel(channelName);
  channel?.postMessage(changed);
  channel?.close();
}

/** All that is said: what has changed each tab asks the server itself. */
const changed = "changed";

/** Null where there are no channels, or the browser forbids them to this page. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
