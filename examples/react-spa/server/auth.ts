import { createAuth } from "@keyhold/core";
import { username } from "@keyhold/username";
import { database } from "./database.ts";
import { writeLetters } from "./letters/write-letters.ts";
import { baseURL, secret } from "./settings.ts";

export const auth = createAuth({
  baseURL,
  secret,
  database,
  emailAndPassword: { enabled: true },
  plugins: [username()],
  onEvent: writeLetters,
});
