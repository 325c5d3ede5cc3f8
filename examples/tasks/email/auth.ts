import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";

export const config = { database: sqlite("app.db"), emailAndPassword: { enabled: true } };
export const auth = createAuth(config);
