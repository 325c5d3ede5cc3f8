import express, { type Express } from "express";
import { protectApi } from "./protect-api.ts";

export const app: Express = express();

app.get("/files", async (request, response) => {
  const caller = await protectApi(request, { files: ["read"] });
  if (!caller.principal) return void response.status(caller.status).set(caller.headers).end();
  response.set(caller.headers).json({ kind: caller.principal.kind, userId: caller.principal.userId });
});

app.post("/files", async (request, response) => {
  const caller = await protectApi(request, { files: ["write"] });
  if (!caller.principal) return void response.status(caller.status).set(caller.headers).end();
  response.set(caller.headers).json({ by: caller.principal.id });
});
