import { redirect } from "next/navigation";
import { session } from "./auth.ts";

export default async function Page() {
  const found = await session();
  if (!found) redirect("/sign-in");
  return <p>Orders of {found.user.name}</p>;
}
