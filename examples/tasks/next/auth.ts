import { createAuth } from "@keyhold/core";
import { toNext } from "@keyhold/next";
import { config } from "../email/auth.ts";

export const { routes, session, register } = toNext(createAuth(config));
