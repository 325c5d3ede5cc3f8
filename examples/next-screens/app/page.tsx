import Link from "next/link";
import { session } from "../auth.ts";

export default async function Page() {
  const found = await session();
  if (found) return <h1>Welcome, {found.user.name}</h1>;
  return (
    <>
      <h1>Tea Shop</h1>
      <Link href="/sign-in">Sign in</Link>
    </>
  );
}
