import type { Context } from "@keyhold/core";
import { linkByProof } from "../account/link.js";
import { signInByProof } from "../account/sign-in.js";
import { proveByCode } from "../identity/proof.js";
import { type Connection, connect } from "../oauth/connection.js";
import { reasonOf } from "../oauth/reason.js";
import { redirectURIOf } from "../oauth/redirect-uri.js";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";
import { FlowRefusal } from "./refusal.js";
import type { ResumedFlow, Return } from "./resume.js";
import { stillTrusted } from "./state.js";

export interface Finished {
  /** Checked when the flow began. */
  readonly callbackURL: string;
  readonly cookies: readonly string[];
}

/**
 * An answer of another server than the one that was asked is an attack, whatever it says (RFC 9207, section 2.4). Throws
 * `FlowRefusal`.
 */
export async function refuseOtherIssuer(
  ctx: Context,
  social: Social,
  { provider }: ResumedFlow,
  { iss }: CallbackParameters,
): Promise<void> {
  const { server } = await connectFlow(ctx, social, provider);
  const { name } = provider.declaration;
  if (iss === undefined && server.sendsIssuer) {
    throw new FlowRefusal("invalid_callback_request", `No \`iss\` came back, which ${name} always sends.`);
  }
  if (iss === undefined || server.issuer === undefined || iss === server.issuer) return;
  throw new FlowRefusal("invalid_callback_request", `The \`iss\` that came back is not that of ${name}.`);
}

const connectFlow = (ctx: Context, social: Social, provider: Provider): Promise<Connection> =>
  connect(ctx, social, provider).catch((cause: unknown) => {
    const explanation = `${provider.declaration.name} does not say where its endpoints are: ${reasonOf(cause)}`;
    throw new FlowRefusal("invalid_code", explanation, { cause });
  });

/** Lets whoever comes back in, or links what they bring. Throws `FlowRefusal`, or the error of a rule. */
export async function finishFlow(
  ctx: Context,
  social: Social,
  flow: ResumedFlow,
  { parameters, caller }: Return,
): Promise<Finished> {
  const { provider, linkTo, codeVerifier, nonce, scopes: asked } = flow;
  const { name } = provider.declaration;
  const connection = await connectFlow(ctx, social, provider);
  if (!parameters.code) throw new FlowRefusal("no_code", `${name} sent neither a \`code\` nor an \`error\`.`);
  const callbackURL = stillTrusted(ctx, flow.callbackURL);
  if (callbackURL === null) {
    throw new FlowRefusal("no_callback_url", "The callbackURL that the flow began with is not trusted any more.");
  }
  const redirectURI = redirectURIOf(ctx, provider);
  const back = { callback: parameters, redirectURI, codeVerifier, nonce, asked };
  const proof = await proveByCode(ctx, social, connection, back);

  if (linkTo) return { callbackURL, cookies: await linkByProof(ctx, social, proof, { session: linkTo, caller }) };
  const { requestSignUp, newUserCallbackURL } = flow;
  const { cookies, isNewUser } = await signInByProof(ctx, social, proof, { requestSignUp, callbackURL, caller });
  const forNew = newUserCallbackURL === null ? null : stillTrusted(ctx, newUserCallbackURL);
  return { callbackURL: isNewUser && forNew !== null ? forNew : callbackURL, cookies };
}
