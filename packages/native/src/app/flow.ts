import type { TokenStore } from "@keyhold/client/token";
import { nowMilliseconds } from "./clock.js";

/** What an app keeps of a flow until the browser comes back. */
export interface AppFlow {
  readonly state: string;
  /** The PKCE verifier. */
  readonly verifier: string;
  /** The app's request to link or to step up. Not given: a sign-in. */
  readonly request?: string;
  /** When the flow ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** The flow that began last, in memory and in the store of the app: the system may end the app behind the browser. */
export interface KeptFlow {
  /** The flow with this state, or null. */
  find(state: string | undefined): Promise<AppFlow | null>;
  keep(flow: AppFlow): Promise<void>;
  /** Removes a flow, unless a later flow has replaced it. */
  end(flow: AppFlow): Promise<void>;
}

/** A store that fails costs the flow only if the app ends meanwhile. */
export function keepFlow(store: TokenStore | undefined, name: string): KeptFlow {
  let kept: AppFlow | null = null;

  async function attempt(use: (store: TokenStore) => unknown): Promise<unknown> {
    try {
      return store && (await use(store));
    } catch {
      return undefined;
    }
  }

  return {
    async find(state) {
      if (state === undefined) return null;
      kept ??= parse(await attempt((store) => store.get(name)));
      return kept?.state === state && kept.endsAt > nowMilliseconds() ? kept : null;
    },
    async keep(flow) {
      kept = flow;
      await attempt((store) => store.set(name, JSON.stringify(flow)));
    },
    async end(flow) {
      if (kept?.state !== flow.state) return;
      kept = null;
      await attempt((store) => store.remove(name));
    },
  };
}

function parse(item: unknown): AppFlow | null {
  try {
    const flow: Partial<AppFlow> = Object(JSON.parse(String(item)));
    const isFlow = [flow.state, flow.verifier, flow.request ?? ""].every((text) => typeof text === "string");
    return isFlow && typeof flow.endsAt === "number" ? (flow as AppFlow) : null;
  } catch {
    return null;
  }
}
