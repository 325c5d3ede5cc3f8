import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";

export const database = sqlite(process.env.DATABASE_FILE);

export const auth = createAuth({
  secret: process.env.AUTH_SECRET,
  baseURL: process.env.AUTH_URL,
  database,
  plugins: [admin(), organization()],
});
