/** Why a value may be outdated. */
export interface Reasons {
  /** The user returned to the page. */
  readonly look: () => void;
  readonly online: () => void;
  /** Another tab has changed the value. */
  readonly changed: () => void;
}

export interface Awake {
  /** Null if channels are unsupported, or the browser forbids them to this page. */
  readonly channel: BroadcastChannel | null;
  stop(): void;
}

/** Listens for each reason until stopped. Environments other than browsers have fewer of these events, or no events. */
export function stayAwake(channelName: string, { look, online, changed }: Reasons): Awake {
  const channel = openChannel(channelName);
  if (channel) channel.onmessage = changed;
  const listening = new AbortController();
  const isBack = (): void => {
    if (!document.hidden) look();
  };
  // Phones send only the second event, and desktops that switch windows only the first.
  const events = { focus: isBack, visibilitychange: isBack, online };
  // A server has no `window`, and React Native a `window` without events.
  for (const [name, listener] of Object.entries(events))
    globalThis.window?.addEventListener?.(name, listener, { signal: listening.signal });
  return {
    channel,
    stop() {
      channel?.close();
      listening.abort();
    },
  };
}

/** Tells the other tabs that the value has changed: each of them reads the value. `awake`: null without a subscriber. */
export function broadcast(channelName: string, awake: Awake | null): void {
  const channel = awake ? awake.channel : openChannel(channelName);
  channel?.postMessage("changed");
  if (!awake) channel?.close();
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
