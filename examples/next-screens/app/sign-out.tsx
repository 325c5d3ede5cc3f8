"use client";
import { useRouter } from "next/navigation";
import { authClient } from "../auth-client.ts";

export function SignOut() {
  const router = useRouter();
  return (
    <button
      type="button"
      onClick={async () => {
        await authClient.signOut();
        router.refresh();
      }}
    >
      Sign out
    </button>
  );
}
