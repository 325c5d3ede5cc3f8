"use client";
import { authClient } from "../auth-client.ts";

export function Greeting() {
  const { data, isPending } = authClient.useSession();
  if (isPending) return <p>Loading</p>;
  return <p>{data ? `Signed in as ${data.user.email}` : "Signed out"}</p>;
}
