import { createAuthClient } from "@keyhold/expo";

/** The server of the app. */
const server = process.env.EXPO_PUBLIC_SERVER ?? "http://localhost:3000";

export const authClient = createAuthClient({
  baseURL: server,
  clientId: "app",
  redirect: "com.example.app:/signed-in",
});
