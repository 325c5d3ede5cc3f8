// app/files/route.ts
import { protectApi } from "./protect-api.ts";

export async function GET(request: Request): Promise<Response> {
  const caller = await protectApi(request, { files: ["read"] });
  if (!caller.principal) return new Response(null, { status: caller.status, headers: caller.headers });
  const { kind, userId } = caller.principal;
  return Response.json({ kind, userId }, { headers: caller.headers });
}

export async function POST(request: Request): Promise<Response> {
  const caller = await protectApi(request, { files: ["write"] });
  if (!caller.principal) return new Response(null, { status: caller.status, headers: caller.headers });
  return Response.json({ by: caller.principal.id }, { headers: caller.headers });
}
