import type { Answer } from "@keyhold/client";
import { rejected } from "./errors.js";
import type { AppFlow, KeptFlow } from "./flow.js";
import type { AppLink } from "./link.js";
import type { BrowserSignInOptions } from "./options.js";

/** Exchanges the code of a link for the session. */
export type Redeem = (flow: AppFlow, link: AppLink) => Promise<Answer<object>>;

/** Milliseconds before a request without a response is sent again: a system that shows the app again has no network yet. */
const pauses = [500, 2000];

/** A link may arrive twice, from the browser and from the system: its code is redeemed once. */
export function redeemer({ client, clientId, redirect }: BrowserSignInOptions, flows: KeptFlow): Redeem {
  /** By the state. */
  const redemptions = new Map<string, Promise<Answer<object>>>();

  async function exchange({ verifier, request }: AppFlow, code: string): Promise<Answer<object>> {
    const input = { code, code_verifier: verifier, client_id: clientId, redirect_uri: redirect };
    const send = () => client.native.token({ ...input, ...(request !== undefined && { request }) });
    let answer = await send();
    for (const pause of pauses) {
      if (answer.error?.code !== "NETWORK_ERROR") break;
      await new Promise((resume) => setTimeout(resume, pause));
      answer = await send();
    }
    return answer;
  }

  /** A flow without a response stays for a further `resume(url)`. */
  async function redeem(flow: AppFlow, { code, error }: AppLink): Promise<Answer<object>> {
    const answer = code === undefined ? rejected(error ?? "server_error") : await exchange(flow, code);
    if (answer.error?.code !== "NETWORK_ERROR") await flows.end(flow);
    return answer;
  }

  return (flow, link) => {
    const known = redemptions.get(flow.state);
    if (known) return known;
    const redemption = redeem(flow, link).finally(() => redemptions.delete(flow.state));
    redemptions.set(flow.state, redemption);
    return redemption;
  };
}
