import { useEffect, useRef } from "react";
import { useLinkQuery } from "../router.tsx";
import type { SignedIn } from "./signed-in.ts";

/** Stands above the screen to which somebody is back who has signed in again at a provider; `again` is who they were before. */
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
