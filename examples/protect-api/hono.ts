import { Hono } from "hono";
import { protectApi } from "./protect-api.ts";

export const app = new Hono();

app.get("/files", async (context) => {
  const caller = await protectApi(context.req.raw, { files: ["read"] });
  if (!caller.principal) return new Response(null, { status: caller.status, headers: caller.headers });
  return context.json({ kind: caller.principal.kind, userId: caller.principal.userId }, 200, caller.headers);
});

app.post("/files", async (context) => {
  const caller = await protectApi(context.req.raw, { files: ["write"] });
  if (!caller.principal) return new Response(null, { status: caller.status, headers: caller.headers });
  return context.json({ by: caller.principal.id }, 200, caller.headers);
});
