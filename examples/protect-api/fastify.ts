import Fastify from "fastify";
import { protectApi } from "./protect-api.ts";

export const app = Fastify();

app.get("/files", async (request, reply) => {
  const caller = await protectApi(request, { files: ["read"] });
  if (!caller.principal) return reply.code(caller.status).headers(caller.headers).send();
  return reply.headers(caller.headers).send({ kind: caller.principal.kind, userId: caller.principal.userId });
});

app.post("/files", async (request, reply) => {
  const caller = await protectApi(request, { files: ["write"] });
  if (!caller.principal) return reply.code(caller.status).headers(caller.headers).send();
  return reply.headers(caller.headers).send({ by: caller.principal.id });
});
