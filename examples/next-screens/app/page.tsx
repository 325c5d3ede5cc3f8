import Link from "next/link";
import { session } from "../auth.ts";
import { SignOut } from "./sign-out.tsx";

export default async function Page() {
  const found = await session();
  return (
    <main>
      <h1>{found ? `Welcome, ${found.user.name}` : "Tea Shop"}</h1>
      {found ? <SignOut /> : <Link href="/sign-in">Sign in</Link>}
    </main>
  );
}
