import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { config } from "../email/auth.ts";

export const auth = createAuth({ ...config, plugins: [admin()] });
