import type { Answer } from "../answer.js";
import type { PlatformServer } from "../platform.js";
import type { KeptToken } from "./kept-token.js";
import type { LastSession } from "./last-session.js";

/** What a request was sent with. */
export interface SentRequest {
  readonly route: string;
  readonly server: PlatformServer;
  readonly token: string | null;
  /** The number of the request. */
  readonly number: number;
  /** The request ends the session of a token. */
  readonly isSignOut: boolean;
}

/** The rules by which answers change the token of an app. Requests in parallel have answers in any order. */
export interface TokenKeeper {
  send(route: string, server: PlatformServer): SentRequest;
  /**
   * Takes the token of an answer. `isProof`: of a sign-in or a proof. A prolongation counts only for the token that was
   * sent: its answer may be late.
   */
  take(token: string, sent: SentRequest, isProof: boolean): Promise<void>;
  /** Forgets a token that has ended, unless another token has replaced it. */
  forget(token: string | null): Promise<void>;
  /** Forgets the token of a sign-out at once, and remembers to end it at the server. */
  leave(sent: SentRequest): Promise<void>;
  /** The server has answered a sign-out. */
  left(sent: SentRequest, answer: Answer<unknown>): Promise<void>;
  /** Whether there is no session for certain, without a response: by the token, or by the end of the session. */
  isSignedOut(sent: SentRequest): boolean;
  /** Ends the tokens of sign-outs without a response. */
  revoke(server: PlatformServer): Promise<void>;
}

export function tokenKeeper(kept: KeptToken, last: LastSession): TokenKeeper {
  let requests = 0;
  /** The number of the request whose answer gave the last sign-in or proof, or that has signed out. */
  let latest = 0;
  let isRevoking = false;
  const revoked = (token: string | null): Promise<void> =>
    kept.set({ revoke: kept.now().revoke.filter((other) => other !== token) });

  return {
    send(route, server) {
      requests += 1;
      const { token } = kept.now();
      return { route, server, token, number: requests, isSignOut: route === "POST /sign-out" && token !== null };
    },
    async take(token, sent, isProof) {
      if (sent.number < latest || !(isProof || sent.token === kept.now().token)) return;
      if (isProof) {
        latest = sent.number;
        // The token may be of another user.
        last.forget();
      }
      await kept.set({ token });
    },
    async forget(token) {
      if (token !== kept.now().token) return;
      last.forget();
      if (token !== null) await kept.drop(token);
    },
    async leave({ token, number }) {
      if (token === null) return;
      latest = number;
      last.forget();
      await kept.set({ token: null, revoke: [...kept.now().revoke, token] });
    },
    async left({ token }, { error }) {
      if (!error || error.status === 401) await revoked(token);
    },
    isSignedOut({ token }) {
      const { token: present } = kept.now();
      return present === null || (token === present && last.hasEnded());
    },
    async revoke({ base, fetch: send = fetch }) {
      if (isRevoking) return;
      isRevoking = true;
      for (const token of kept.now().revoke) if (await hasEnded(send, base, token)) await revoked(token);
      isRevoking = false;
    },
  };
}

/** Whether the server has ended the session of a token, or knows no such token. */
async function hasEnded(send: typeof fetch, base: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    const { status } = await send(`${base}/sign-out`, { method: "POST", credentials: "omit", headers, body: "{}" });
    return status === 200 || status === 401;
  } catch {
    return false;
  }
}
