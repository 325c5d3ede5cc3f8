import { useEffect, useRef } from "react";
import { useLinkQuery } from "../router.tsx";
import type { SignedIn } from "./signed-in.ts";

/** Shown above a screen after the user has signed in again with a provider; `again` is the id of the previous user. */
export function SignedInAgain({ user }: Pick<SignedIn, "user">) {
  const again = useLinkQuery().get("again");
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  if (again === null) return null;
  return (
    <p className="notice banner" role="status" tabIndex={-1} ref={line}>
      {again === user.id
        ? `Thank you, ${user.name}. Now take the step once more.`
        : `That was another account: you are signed in as ${user.email} now.`}
    </p>
  );
}
