import type { Context, Session } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import { actorOf } from "../../session/actor.js";
import { isFresh } from "../../session/freshness.js";

/** Whether the session may call the endpoint. Throws 401 or 403. */
export function authorize(ctx: Context, { access, isPersonal }: AnyEndpoint, session: Session | null): void {
  if (isPersonal && session && actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  if (access === "public" || access === "optional" || access === "cached") return;
  if (!session) throw commonError("UNAUTHORIZED");
  if (access === "fresh" && !isFresh(ctx, session)) throw commonError("SESSION_IS_NOT_FRESH");
}
